import type { OnboardingEvent } from '#src/contract/types.gen.ts'
import { searchProfiles } from '../find-profiles.ts'
import { offerNextQuestion } from '../interview.ts'
import { promptStep } from '../prompt.ts'
import { findOnboarding } from '../queries.ts'
import { findCurrentStep } from '../rules.ts'
import { runInTransaction, type TurnContext } from '../turn-context.ts'
import { viewChat } from '../views.ts'

/** Opens the conversation, or continues it where it was left. The first time, it searches for profiles. */
export async function* open(context: TurnContext): AsyncGenerator<OnboardingEvent> {
  const { profiles_searched_at } = await findOnboarding(context.db, context.artistId)
  if (findCurrentStep(context.steps) === 'profiles' && profiles_searched_at === null) {
    yield viewChat(`Welcome, ${context.artistName}. First we look for the pages that are yours.`)
    yield* searchProfiles(context)
  }
  // An answer that was saved elsewhere, among the responses, leaves the next question to be asked here.
  if (findCurrentStep(context.steps) === 'interview') await runInTransaction(context, offerNextQuestion)
  yield* promptStep(context)
}
