import { setMaxListeners } from 'node:events'
import { Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import { problemOf } from '#src/database/violations.ts'
import { Problem } from './problems/problem.ts'

export const eventStreamType = 'text/event-stream'

/** The body of an answer that tells what happens while it happens. */
export type EventStream<Event> = {
  /** The work, event by event. It is driven to its end also when the client has gone. */
  events: AsyncIterable<Event>
  /** Called when the client goes before the last event: what is only to be shown need not be made any more. */
  abandon?: () => void
  /** Whether the stream ends with this event; what the iteration does behind it goes on unheard. */
  isLast: (event: Event) => boolean
  /** What is told last when something fails: the status was sent long ago. */
  failure: (problem: Problem) => Event
}

export type SseOptions = {
  /** @throws Problem `internal` when an event is not what the contract describes */
  judge: (event: unknown) => void
  log: Pick<FastifyBaseLogger, 'error'>
  stopping: AbortSignal
  /** Milliseconds of silence after which a comment keeps the connection open. */
  heartbeatMs: number
}

/** A client that has taken nothing for so long is gone, whatever its connection says. Milliseconds. */
const stalledMs = 10_000

/**
 * Tells a stream as server-sent events: one JSON object in each `data:` line, comments in between while there is
 * nothing to tell. No more is made than the client takes. `body` ends with the last event, with the failure, or when
 * the service stops; `worked` is settled when the work behind it has ended, and never rejects.
 */
export function streamEvents(
  stream: EventStream<unknown>,
  telling: SseOptions,
): { body: Readable; worked: Promise<void> } {
  const body = new Readable({ read: () => void body.emit('room') })
  let ended = false
  const isOpen = () => !ended && !body.destroyed

  body.once('close', () => {
    if (!ended) stream.abandon?.()
  })
  const end = () => {
    if (isOpen()) body.push(null)
    ended = true
  }
  const endWith = (problem: Problem) => {
    if (isOpen()) body.push(lineOf(stream.failure(problem)))
    end()
  }
  const fail = (error: unknown) => {
    const problem = problemOf(error) ?? new Problem('internal', { cause: error })
    // A refusal is the caller's to know, as it is where an answer is no stream.
    if (problem.status >= 500) {
      telling.log.error({ err: problem.cause ?? problem, code: problem.code }, 'a stream failed')
    }
    endWith(problem)
  }
  const say = async (event: unknown) => {
    telling.judge(event)
    if (!body.push(lineOf(event))) await roomIn(body)
    if (stream.isLast(event)) end()
  }
  const work = async () => {
    for await (const event of stream.events) {
      // Caught here: an event that may not be told must not end the work.
      if (isOpen()) await say(event).catch(fail)
    }
    if (isOpen()) fail(new Error('The work ended without a last event'))
  }

  const beat = setInterval(() => {
    if (isOpen() && body.readableLength === 0) body.push(': still here\n\n')
  }, telling.heartbeatMs)
  const stop = () => endWith(new Problem('shutting_down'))
  // One listener a stream, and there may be many streams.
  setMaxListeners(0, telling.stopping)
  telling.stopping.addEventListener('abort', stop, { once: true })
  const worked = work()
    .catch(fail)
    .finally(() => {
      clearInterval(beat)
      telling.stopping.removeEventListener('abort', stop)
    })
  return { body, worked }
}

const lineOf = (event: unknown) => `data: ${JSON.stringify(event)}\n\n`

/** Resolves when the client has taken what was told, or is gone. */
async function roomIn(body: Readable): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const stalled = setTimeout(() => body.destroy(), stalledMs)
  body.once('room', resolve).once('close', resolve)
  await promise
  body.off('room', resolve).off('close', resolve)
  clearTimeout(stalled)
}
