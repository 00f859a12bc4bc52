import type { CallOptions, Client } from './client.ts'
import { UnknownOutcomeError } from './errors.ts'
import type { Schemas } from './operation-types.ts'

/** The events of a turn. After `resumed` they come again from the beginning: discard what was shown of it. */
export type TurnEvent = Schemas['OnboardingEvent'] | { kind: 'resumed' }

/** How often a turn whose stream broke off is requested again. */
const resumptionsMax = 3

/** The events that end a turn (contract, takeOnboardingTurn): a stream that stops before one of them was cut. */
const lastKinds = new Set<string>(['step', 'draft', 'complete', 'error'])

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
  let cause = new Error('the stream ended early')
  for (let resumptions = 0; resumptions <= resumptionsMax; resumptions += 1) {
    const response = await client.open('takeOnboardingTurn', { path: { artistId }, body: turn }, options)
    if (resumptions > 0) yield { kind: 'resumed' }
    try {
      for await (const event of parseEventStream<Schemas['OnboardingEvent']>(response)) {
        yield event
        if (lastKinds.has(event.kind)) return
      }
    } catch (error) {
      options?.signal?.throwIfAborted()
      cause = error as Error
    }
  }
  throw new UnknownOutcomeError('takeOnboardingTurn', resumptionsMax + 1, cause)
}

/**
 * The events of a `text/event-stream` response, one parsed `data` at a time. Comments, which keep the connection open,
 * are skipped, and so is an event whose end never came. Ending the loop ends the connection.
 */
export async function* parseEventStream<Event>(response: Response): AsyncGenerator<Event, void> {
  if (response.body === null) return
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let unread = ''
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      unread += value
      const blocks = unread.split(/\r?\n\r?\n/)
      unread = blocks.pop() ?? ''
      for (const block of blocks) {
        const data = parseData(block)
        if (data !== undefined) yield JSON.parse(data)
      }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

function parseData(block: string): string | undefined {
  const lines = block.split(/\r?\n/).filter((line) => line.startsWith('data:'))
  return lines.length === 0 ? undefined : lines.map((line) => line.slice('data:'.length).replace(/^ /, '')).join('\n')
}
