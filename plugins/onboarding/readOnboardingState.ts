import type { Handler } from '#plugins/handler.ts'
import { findSteps } from './queries.ts'
import { findCurrentStep } from './rules.ts'
import { viewSteps } from './views.ts'

/** How far an artist's onboarding has come (operations, section 8). Public: it shows the steps and nothing else. */
export const readOnboardingState: Handler<'readOnboardingState'> = async ({ path }, { db }) => {
  const steps = viewSteps(await findSteps(db, path.artistId))
  const currentStep = findCurrentStep(steps)
  return { status: 200, body: { status: 'ok', complete: currentStep === null, currentStep, steps } }
}
