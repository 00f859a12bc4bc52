import type { OnboardingEvent } from '#src/contract/types.gen.ts'
import { searchProfiles } from '../find-profiles.ts'
import { askNextQuestion } from '../interview.ts'
import { promptStep } from '../prompt.ts'
import { findOnboarding } from '../queries.ts'
import { findCurrentStep } from '../rules.ts'
import { inTransaction, type TurnContext } from '../turn-context.ts'
import { viewChat } from '../views.ts'

/** Opens the conversation or takes it up where it was left. The first time, profiles are looked for. */
export async function* open(scene: TurnContext): AsyncGenerator<OnboardingEvent> {
  const { looked_at } = await findOnboarding(scene.db, scene.artistId)
  if (findCurrentStep(scene.steps) === 'profiles' && looked_at === null) {
    yield viewChat(`Welcome, ${scene.artistName}. First we look for the pages that are yours.`)
    yield* searchProfiles(scene)
  }
  // An answer that was saved elsewhere, among the responses, leaves the next question to be asked here.
  if (findCurrentStep(scene.steps) === 'interview') await inTransaction(scene, askNextQuestion)
  yield* promptStep(scene)
}
