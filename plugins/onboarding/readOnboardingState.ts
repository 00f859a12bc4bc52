import type { Handler } from '#plugins/handler.ts'
import { stepColumns } from './queries.ts'
import { findCurrentStep } from './rules.ts'
import { viewSteps } from './views.ts'

/**
 * How far an artist's onboarding has come (operations, section 8); nothing has begun for an unknown artist. Public: it
 * shows the steps and nothing else.
 */
export const readOnboardingState: Handler<'readOnboardingState'> = async ({ path: { artistId } }, { db }) => {
  const onboarding = db.selectFrom('onboarding').select(stepColumns).where('artist_id', '=', artistId)
  const steps = viewSteps(await onboarding.executeTakeFirst())
  const currentStep = findCurrentStep(steps)
  return { status: 200, body: { status: 'ok', complete: currentStep === null, currentStep, steps } }
}
