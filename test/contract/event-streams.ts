import { toProblem } from '#plugins/error-handler.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { type EventStream, streamEvents } from '#src/contract/sse.ts'

/** The events of these tests: `last` ends a stream, `unknown` breaks the contract. */
type Event = { kind: string; text?: string }

const stopping = new AbortController().signal
/** What was logged as a failure of the service. */
export const logged: unknown[] = []
const log = { error: (entry: unknown) => logged.push(entry) }
const assertValid = (event: unknown) => {
  if ((event as Event).kind === 'unknown') throw new Problem('internal')
}

type SendOptions = { heartbeatMs?: number; stopping?: AbortSignal; abandon?: () => void }

/** Sends events as a stream whose failures are events of the kind `failed`. */
export function send(events: AsyncIterable<Event>, { abandon, ...options }: SendOptions = {}) {
  const stream: EventStream<unknown> = {
    events,
    ...(abandon !== undefined && { abandon }),
    isLast: (event) => (event as Event).kind === 'last',
    viewFailure: ({ code }) => ({ kind: 'failed', code }),
  }
  return streamEvents(stream, { assertValid, toProblem, log, stopping, heartbeatMs: 60_000, ...options })
}

export const readText = async (body: AsyncIterable<unknown>) => (await Array.fromAsync(body)).join('')
export const readEvents = async (body: AsyncIterable<unknown>) =>
  (await readText(body))
    .split('\n\n')
    .filter((block) => block.startsWith('data: '))
    .map((block) => JSON.parse(block.slice('data: '.length)))
