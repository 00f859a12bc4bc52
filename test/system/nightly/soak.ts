import { setTimeout as after } from 'node:timers/promises'
import { loadConfig } from '#src/config.ts'
import { countTimers, readFootprint, smallHeap, summarizeFootprints, watchFootprint } from '../load/footprint.ts'
import { formatCounts } from '../load/reads.ts'
import { holdSitting, readAll } from '../load/soak/interviewers.ts'
import { troubles } from '../load/soak/troublemakers.ts'
import type { SystemTest } from '../result.ts'
import { createSubject, openServices, patient } from '../service.ts'

/** The pool may have all of its connections open at the end, and clients leave some open a moment longer. */
const leftOpenMax = loadConfig({}).pool.max + 20
const timersMore = 20

/**
 * Everything at once for ten minutes: sittings, reads, searches, windows and streams, the slices they queue, bad input,
 * slow callers, and some who never read or disconnect. The memory of the process must not grow, and what it has open
 * must be closed again.
 */
export const runSystemTest: SystemTest = async (environment) => {
  const forMs = 600_000
  const actors = await openServices(environment, 1, { ...patient, ...smallHeap })
  const [base = '', pid = 0] = [actors.bases[0], actors.pids[0]]
  const subjects = [
    await createSubject(environment),
    await createSubject(environment),
    await createSubject(environment),
  ]
  for (const subject of subjects) await holdSitting(actors, subject)
  const open = async () => ({ files: readFootprint(pid).files, timers: await countTimers(base) })
  const before = await open()

  const until = performance.now() + forMs
  const counts: Record<string, number> = {}
  const wrong: string[] = []
  const count = (message: string) => {
    counts[message] = (counts[message] ?? 0) + 1
  }
  const repeatUntilStopped = async (message: string, pauseMs: number, step: () => Promise<unknown>) => {
    for (let isAgain = false; performance.now() < until; ) {
      const outcome = await step().catch((error: Error) => error)
      const isCut = outcome === 503 || (outcome instanceof Error && isCutShort(outcome))
      if (isCut) count('refused with Retry-After')
      if (
        (isCut && isAgain) ||
        (!isCut && (outcome instanceof Error || (typeof outcome === 'number' && outcome >= 500)))
      ) {
        wrong.push(`${message}: ${outcome} ${outcome instanceof Error ? outcome.cause : ''}`)
      }
      isAgain = isCut
      count(message)
      await after(pauseMs)
    }
  }
  const stopWatching = watchFootprint(pid, 1_000)
  await Promise.all([
    ...subjects.map((subject) => repeatUntilStopped('sittings', 100, () => holdSitting(actors, subject))),
    ...subjects.map((subject) => repeatUntilStopped('rounds of reads', 50, () => readAll(actors, subject))),
    repeatUntilStopped('slices', 100, () =>
      actors.call(null, 'POST', '/api/research/advance').then(({ status }) => status),
    ),
    ...troubles.map((trouble, at) =>
      repeatUntilStopped('troubles', 20, () =>
        trouble(actors, subjects[at % subjects.length] as (typeof subjects)[number]),
      ),
    ),
  ])
  const stopped = stopWatching()
  environment.log(formatCounts(counts))
  for (const words of wrong.slice(0, 10)) environment.log(words)
  const isReleased = ({ files, timers }: typeof before) =>
    files <= before.files + leftOpenMax && timers <= before.timers + timersMore
  const left = await pollUntilRight(open, isReleased)
  const { words: held, isFlat, isWithin } = summarizeFootprints(stopped)
  return {
    passed: wrong.length === 0 && isFlat && isWithin && isReleased(left),
    summary: `${held}; open files ${before.files} before and ${left.files} after, timers ${before.timers} and ${left.timers}; ${wrong.length} wrong answers`,
  }
}

/**
 * What a client retries: 503 with Retry-After, which a busy machine can cause; and a connection that one end closes
 * while the other reuses it (RFC 9112, section 9.3.1). When that fails as well, something is wrong.
 */
const isCutShort = ({ cause, message }: Error): boolean => {
  const { code } = (cause ?? {}) as { code?: string }
  return /^503 /.test(message) || (code !== undefined && cuts.has(code))
}

const cuts = new Set(['UND_ERR_SOCKET', 'UND_ERR_CONNECT_TIMEOUT', 'ECONNRESET', 'EPIPE'])

/** Milliseconds in which idle resources are released: the pool keeps an idle connection for half a minute. */
const putAwayMs = 60_000

/** The value once it is as expected, or at the end of the time for that. */
async function pollUntilRight<T>(look: () => Promise<T>, isRight: (found: T) => boolean): Promise<T> {
  const deadline = performance.now() + putAwayMs
  for (;;) {
    const found = await look()
    if (isRight(found) || performance.now() > deadline) return found
    await after(500)
  }
}
