import type { CallOptions, Client } from './client.ts'
import { UnknownOutcomeError } from './errors.ts'
import { parseEventStream } from './event-stream.ts'
import type { Schemas } from './operation-types.ts'

/** The events of a turn. After `resumed` they come again from the beginning: discard what was shown of it. */
export type TurnEvent = Schemas['OnboardingEvent'] | { kind: 'resumed' }

/** How often a turn whose stream broke off is requested again. */
const resumptionsMax = 3

/** The events that end a turn (contract, takeOnboardingTurn): a stream that stops before one of them was cut. */
const isLast = ({ kind }: Schemas['OnboardingEvent']) =>
  kind === 'step' || kind === 'draft' || kind === 'complete' || kind === 'error'

/**
 * Takes one turn of the onboarding and yields its events as they come. A cut stream is resumed by taking the same turn
 * again, which finds what was saved in between: the work continues without a listener.
 * @throws ProblemError when the turn is not begun; UnknownOutcomeError when its end is never received. A turn out of
 * order ends with an `error` event.
 */
export async function* takeTurn(
  client: Client,
  artistId: string,
  turn: Schemas['OnboardingTurn'],
  options?: CallOptions,
): AsyncGenerator<TurnEvent, void> {
  let cause: unknown
  for (let resumptions = 0; resumptions <= resumptionsMax; resumptions += 1) {
    const response = await client.open('takeOnboardingTurn', { path: { artistId }, body: turn }, options)
    if (resumptions > 0) yield { kind: 'resumed' }
    try {
      for await (const event of parseEventStream<Schemas['OnboardingEvent']>(response)) {
        yield event
        if (isLast(event)) return
      }
    } catch (error) {
      options?.signal?.throwIfAborted()
      cause = error
    }
  }
  throw new UnknownOutcomeError('takeOnboardingTurn', resumptionsMax + 1, cause)
}
