import type { Handler } from '#plugins/handler.ts'
import { findOnboardingSteps } from './queries.ts'
import { findCurrentStep, isTerminalEvent, refuseContradiction } from './rules.ts'
import type { TurnContext } from './turn-context.ts'
import { runTurn } from './turns/index.ts'
import { viewChat, viewError, viewStep, viewSteps } from './views.ts'

/**
 * A turn ends within 55 seconds (operations, section 8); the difference is for what is under way when its time is over.
 */
const turnMs = 50_000

/**
 * Takes one turn of the onboarding conversation. An unauthorized caller is refused before the stream begins; whatever
 * fails afterwards is its last event, with the step that onboarding is at.
 */
export const takeOnboardingTurn: Handler<'takeOnboardingTurn'> = async ({ path, body, caller }, resources) => {
  refuseContradiction(body)
  const { artistId } = path
  const { name, ...onboarding } = await findOnboardingSteps(resources.db, caller, artistId)
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
      events: withTimeout(runTurn(body, context), turnMs, viewTimeout),
      isLast: isTerminalEvent,
      abandon: () => abandoned.abort(),
      viewFailure: (problem) => viewError(problem, findCurrentStep(context.steps)),
    },
  }
}

/** Wins the race instead of an event when the timeout has passed. */
const timedOut = Symbol('timed out')

/**
 * Yields events for at most `ms` milliseconds, then `timeoutEvents`. After these the source is still read to its end if
 * the consumer asks for more: its changes are saved, but not shown.
 */
export async function* withTimeout<Event>(
  events: AsyncGenerator<Event>,
  ms: number,
  timeoutEvents: () => Iterable<Event>,
): AsyncGenerator<Event> {
  const { promise: timeout, resolve } = Promise.withResolvers<typeof timedOut>()
  const timer = setTimeout(() => resolve(timedOut), ms)
  try {
    for (;;) {
      const next = events.next()
      const winner = await Promise.race([next, timeout])
      if (winner === timedOut) {
        yield* timeoutEvents()
        for (let rest = await next; rest.done !== true; rest = await events.next());
        return
      }
      if (winner.done === true) return
      yield winner.value
    }
  } finally {
    clearTimeout(timer)
  }
}
