import { Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import { Problem } from './problems/problem.ts'

export const eventStreamType = 'text/event-stream'

/** The body of a server-sent event stream. */
export type EventStream<Event> = {
  /** The work as events. It runs to its end even when the client disconnects. */
  events: AsyncIterable<Event>
  /** Called when the client disconnects before the last event: work that only serves display may stop. */
  abandon?: () => void
  /** Whether the stream ends with this event; the iteration goes on after it, unsent. */
  isLast: (event: Event) => boolean
  /** The last event of a failed stream, since the status has been sent. */
  viewFailure: (problem: Problem) => Event
  /** After `ms` milliseconds these events are sent, the last of which ends the stream; the work goes on, unsent. */
  limit?: { ms: number; viewEvents: () => Event[] }
}

type SseOptions = {
  /** @throws Problem `internal` when an event is not what the contract describes */
  assertValid: (event: unknown) => void
  /** The failure that the caller may know of an error. */
  toProblem: (error: unknown) => Problem
  log: Pick<FastifyBaseLogger, 'error'>
  stopping: AbortSignal
  /** Milliseconds without an event after which a comment is sent to keep the connection open. */
  heartbeatMs: number
}

/**
 * Sends a stream as server-sent events: one JSON object in each `data:` line, comments as heartbeats. The work does not
 * wait for the client: its events are few enough to be held. `body` ends with the last event, a failure or a stop of
 * the service; `completion` settles when the work has ended and never rejects.
 */
export function streamEvents(
  stream: EventStream<unknown>,
  options: SseOptions,
): { body: Readable; completion: Promise<void> } {
  const body = new Readable({ read: () => {} })
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
    if (isOpen()) body.push(formatEvent(stream.viewFailure(problem)))
    end()
  }
  const fail = (error: unknown) => {
    const problem = options.toProblem(error)
    // A client error concerns the caller only and is not logged, as in a response without a stream.
    if (problem.status >= 500) {
      options.log.error({ err: problem.cause ?? problem, code: problem.code }, 'a stream failed')
    }
    endWith(problem)
  }
  const send = (event: unknown) => {
    if (!isOpen()) return
    // Caught per event: one that violates the contract must not end the work.
    try {
      options.assertValid(event)
      body.push(formatEvent(event))
      if (stream.isLast(event)) end()
    } catch (error) {
      fail(error)
    }
  }
  const run = async () => {
    for await (const event of stream.events) send(event)
    if (isOpen()) fail(new Error('The work ended without a last event'))
  }

  const beat = setInterval(() => {
    if (isOpen() && body.readableLength === 0) body.push(': still here\n\n')
  }, options.heartbeatMs)
  const { limit } = stream
  const timer = limit && setTimeout(() => void limit.viewEvents().forEach(send), limit.ms)
  const stop = () => endWith(new Problem('shutting_down'))
  options.stopping.addEventListener('abort', stop, { once: true })
  const completion = run()
    .catch(fail)
    .finally(() => {
      clearInterval(beat)
      clearTimeout(timer)
      options.stopping.removeEventListener('abort', stop)
    })
  return { body, completion }
}

const formatEvent = (event: unknown) => `data: ${JSON.stringify(event)}\n\n`
