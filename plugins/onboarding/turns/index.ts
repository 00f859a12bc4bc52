import type { OnboardingEvent, OnboardingTurn } from '#src/contract/types.gen.ts'
import { answerQuestion } from '../interview.ts'
import type { TurnContext } from '../turn-context.ts'
import { reviewVault } from '../vault.ts'
import { chooseAbout } from './about-choice.ts'
import { confirmProfiles } from './confirm-profiles.ts'
import { publish } from './publish.ts'
import { findMoreProfiles, open } from './search-profiles.ts'

/** Takes a turn and yields its events as they happen. The work is done only as far as the generator is iterated. */
export function runTurn(turn: OnboardingTurn, context: TurnContext): AsyncGenerator<OnboardingEvent> {
  switch (turn.type) {
    case 'open':
      return open(context)
    case 'confirm_profiles':
      return confirmProfiles(turn, context)
    case 'find_more_profiles':
      return findMoreProfiles(turn, context)
    case 'vault_review':
      return reviewVault(turn, context)
    case 'interview_answer':
      return answerQuestion(turn, context)
    case 'about_choice':
      return chooseAbout(turn, context)
    case 'publish':
      return publish(turn, context)
  }
}
