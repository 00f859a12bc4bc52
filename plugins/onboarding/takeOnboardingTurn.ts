import type { Handler } from '#plugins/handler.ts'
import { requireAuthorized, selectAuthorization } from '#src/auth/artist-authorization.ts'
import type { OnboardingEvent, OnboardingTurn } from '#src/contract/types.gen.ts'
import { chooseAbout } from './draft.ts'
import { answerQuestion } from './interview.ts'
import { confirmProfiles, findMoreProfiles, open } from './profiles.ts'
import { promptStep } from './prompt.ts'
import { publish } from './publish.ts'
import { stepColumns } from './queries.ts'
import { findCurrentStep, isTerminalEvent } from './rules.ts'
import type { TurnContext } from './transaction.ts'
import { reviewVault } from './vault.ts'
import { viewChat, viewStep, viewSteps } from './views.ts'

/**
 * A turn ends within 55 seconds (operations, section 8); the difference is for what is under way when its time is over.
 */
const turnMs = 50_000

/**
 * Takes one turn of the onboarding conversation. An unauthorized caller is refused before the stream begins; whatever
 * fails afterwards is its last event, with the step that onboarding is at.
 */
export const takeOnboardingTurn: Handler<'takeOnboardingTurn'> = async ({ path, body, caller }, resources) => {
  const { artistId } = path
  const { name, ...onboarding } = requireAuthorized(
    await selectAuthorization(resources.db, caller, artistId)
      .leftJoin('onboarding as o', (join) => join.onRef('o.artist_id', '=', 'a.id').on('o.artist_id', '=', artistId))
      .select('a.name')
      .select(stepColumns)
      .executeTakeFirstOrThrow(),
  )
  const abandoned = new AbortController()
  const context: TurnContext = {
    ...resources,
    caller,
    artistId,
    artistName: name ?? '',
    steps: viewSteps(onboarding),
    abandoned: abandoned.signal,
  }
  const viewTimeout = () => [
    viewChat('This takes longer. It goes on without you; open the conversation again.'),
    viewStep(context.steps),
  ]
  return {
    status: 200,
    body: {
      events: runTurn(body, context),
      limit: { ms: turnMs, viewEvents: viewTimeout },
      isLast: isTerminalEvent,
      abandon: () => abandoned.abort(),
      viewFailure: ({ code, message }) => ({
        kind: 'error',
        code,
        error: message,
        currentStep: findCurrentStep(context.steps),
      }),
    },
  }
}

/** Takes a turn and yields its events as they happen. The work is done only as far as the generator is iterated. */
async function* runTurn(turn: OnboardingTurn, context: TurnContext): AsyncGenerator<OnboardingEvent> {
  if (turn.type === 'about_choice') return yield* chooseAbout(turn, context)
  if (turn.type === 'open') yield* open(context)
  if (turn.type === 'find_more_profiles') yield* findMoreProfiles(turn, context)
  if (turn.type === 'confirm_profiles') yield* confirmProfiles(turn, context)
  if (turn.type === 'vault_review') yield* reviewVault(turn, context)
  if (turn.type === 'interview_answer') await answerQuestion(turn, context)
  if (turn.type === 'publish') await publish(turn, context)
  yield* await promptStep(context)
}
