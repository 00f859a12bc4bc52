import type { OnboardingEvent, OnboardingTurn } from '#src/contract/types.gen.ts'
import type { TurnContext } from '../turn-context.ts'
import { chooseAbout } from './about-choice.ts'
import { confirmProfiles } from './confirm-profiles.ts'
import { findMoreProfiles } from './find-more-profiles.ts'
import { answerQuestion } from './interview-answer.ts'
import { open } from './open.ts'
import { publish } from './publish.ts'
import { reviewVault } from './vault-review.ts'

/**
 * Takes a turn: what happens, as it happens. It does its work when it is iterated, and all of it when it is iterated to
 * its end.
 */
export function runTurn(turn: OnboardingTurn, scene: TurnContext): AsyncGenerator<OnboardingEvent> {
  switch (turn.type) {
    case 'open':
      return open(scene)
    case 'confirm_profiles':
      return confirmProfiles(turn, scene)
    case 'find_more_profiles':
      return findMoreProfiles(turn, scene)
    case 'vault_review':
      return reviewVault(turn, scene)
    case 'interview_answer':
      return answerQuestion(turn, scene)
    case 'about_choice':
      return chooseAbout(turn, scene)
    case 'publish':
      return publish(turn, scene)
  }
}
