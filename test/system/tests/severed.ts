import { setTimeout as after } from 'node:timers/promises'
import type { TestEnvironment } from '../environment.ts'
import { findDifferences } from '../outage/acknowledged-state.ts'
import { createInterviewer, type Send } from '../outage/interviewer.ts'
import { countAcknowledged, createReferencedSubject, startLoad } from '../outage/load.ts'
import { type DatabaseProxy, openProxy } from '../outage/proxy.ts'
import { type Replicas, startReplicas } from '../outage/replicas.ts'
import { newCallers, summarizeOutcomes } from '../outage/retrying-caller.ts'
import { wireFaults } from '../outage/wire-faults.ts'
import type { SystemTest } from '../result.ts'

/** Long enough for a COMMIT to pass. */
const faultWithinMs = 5_000
/** The longest of the black holes: longer than every deadline of the service. */
const queryMs = 1_000

/**
 * The connections to the database are reset, black-holed and delayed, and single messages are cut or lose their
 * response; most of all, a COMMIT that succeeds without the service learning of it. Callers retry; nothing may be lost
 * or done twice.
 */
export const runSystemTest: SystemTest = async (environment, { short }) => {
  const proxy = await openProxy(environment, environment.url)
  const replicas = await startReplicas(environment, 1, {
    DATABASE_URL: proxy.url,
    DATABASE_STATEMENT_TIMEOUT_MS: String(Math.floor(queryMs / 1.2)),
    DATABASE_LOCK_TIMEOUT_MS: String(0.8 * queryMs),
    DATABASE_POOL_WAIT_MS: String(queryMs),
  })
  const alone = await loseEachCommit(environment, replicas, proxy)
  const load = await startLoad(environment, replicas, { interviewers: 10, readers: 4, advancers: 2 })
  await load.waitUntil(() => load.countFinishedSittings() > 0)
  const applied = new Map<string, number>()
  const count = (name: string) => void applied.set(name, (applied.get(name) ?? 0) + 1)
  const end = performance.now() + (short ? 3_000 : 60_000)
  do {
    for (const fault of wireFaults) {
      if (await proxy.armFault(fault, faultWithinMs)) count(fault)
    }
    for (const [name, trouble] of troubles) {
      await trouble(proxy)
      count(name)
    }
  } while (performance.now() < end)
  const lives = replicas.getService(0).process.exitCode === null
  if (!lives) load.giveUp()
  await load.stop()
  const differences = await findDifferences(environment.db, [alone.kept, ...load.saved])
  const wrong = [...alone.wrong, ...load.wrong]
  environment.log(summarizeOutcomes(load.outcomes))
  for (const words of [...wrong, ...differences].slice(0, 5)) environment.log(words)

  const counts = [...applied].map(([name, times]) => `${times} times ${name}`).join(', ')
  const hasApplied = [...wireFaults, ...troubles.keys()].every((name) => applied.has(name))
  const unexpected = load.outcomes.filter(({ outcome }) => outcome !== '200' && outcome !== '503').length
  return {
    passed:
      lives && hasApplied && alone.lost >= writesOfSitting && wrong.length + differences.length + unexpected === 0,
    summary: `${alone.lost} COMMITs of the ${writesOfSitting} writes of a sitting lost, one after the other; under load ${counts}; ${countAcknowledged(load)} acknowledged, ${differences.length} lost or done twice, ${unexpected + wrong.length} answers other than 200 and 503`,
  }
}

/** A start, three offers, two answers, two revisions, a boundary and its end, a finish. */
const writesOfSitting = 11

/** A whole sitting, of which every operation loses its first COMMIT: it is done, and has to be requested again. */
async function loseEachCommit(environment: TestEnvironment, replicas: Replicas, proxy: DatabaseProxy) {
  const { artistId, reference } = await createReferencedSubject(environment)
  const callers = newCallers()
  let lost = 0
  const count = (hasApplied: boolean) => {
    if (hasApplied) lost += 1
  }
  const createSender = (): Send => (attempt, method, path, body) => {
    if (attempt === 0) void proxy.armFault('commit lost', faultWithinMs).then(count)
    return replicas.send(0, method, path, body)
  }
  const { saved, hold } = createInterviewer(artistId, reference, callers, createSender)
  await hold().catch((error: unknown) => void callers.wrong.push(String(error)))
  return { kept: saved, wrong: callers.wrong, lost }
}

/** Faults of all connections at once. */
const troubles = new Map<string, (proxy: DatabaseProxy) => Promise<unknown>>([
  [
    'reset',
    async ({ sever }) => {
      sever()
      await after(100)
    },
  ],
  [
    'swallowed',
    async ({ silence, speak }) => {
      silence()
      await after(1.5 * queryMs)
      speak()
    },
  ],
  [
    'slowed down',
    async ({ delay }) => {
      delay(25)
      await after(500)
      delay(0)
    },
  ],
])
