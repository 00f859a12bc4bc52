import { setTimeout as after } from 'node:timers/promises'
import t from 'tap'
import { loadConfig } from '#src/config.ts'
import { openEnvironment } from '../environment.ts'
import { countTimers, readFootprint, smallHeap, summarizeFootprints, watchFootprint } from '../load/footprint.ts'
import { formatCounts } from '../load/format.ts'
import { holdSitting, readAll } from '../load/soak/interviewers.ts'
import { troubles } from '../load/soak/troublemakers.ts'
import { createSubject, openServices, patient } from '../service.ts'

/** The pool may have all of its connections open at the end, and clients leave some open a moment longer. */
const leftOpenMax = loadConfig({}).pool.max + 20
const timersMore = 20

t.setTimeout(1_800_000)

t.test('ten minutes of everything at once leak no memory, file or timer', async (t) => {
  const environment = await openEnvironment(t)
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
  const isReleased = ({ files, timers }: typeof before) =>
    files <= before.files + leftOpenMax && timers <= before.timers + timersMore
  const left = await pollUntilRight(open, isReleased)
  const { words: held, isFlat, isWithin } = summarizeFootprints(stopped)
  t.same(wrong, [])
  t.ok(isFlat && isWithin, held)
  t.ok(isReleased(left), `${left.files} files and ${left.timers} timers, before ${before.files} and ${before.timers}`)
  environment.report('soak', `${formatCounts(counts)}; ${held}`)
})

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
