import { setTimeout as after } from 'node:timers/promises'
import t from 'tap'
import { isNightly, openEnvironment, type TestEnvironment } from '../environment.ts'
import { createInterviewer, newCallers, type Send, summarizeOutcomes } from '../outage/interviewer.ts'
import { assertNothingLost, assertOnlyRefused, createReferencedSubject, startLoad } from '../outage/load.ts'
import { type DatabaseProxy, openProxy, wireFaults } from '../outage/proxy.ts'
import { countAcknowledged, findDifferences } from '../outage/records.ts'
import { type Replicas, startReplicas } from '../service.ts'

/** Long enough for a COMMIT to pass. */
const faultWithinMs = 5_000
/** The longest of the black holes: longer than every deadline of the service. */
const queryMs = 1_000
/** More than there are connections. */
const clients = { interviewers: 10, readers: 4, advancers: 2 }

/** A start, three offers, two answers, two revisions, a boundary and its end, a finish. */
const writesOfSitting = 11

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

t.setTimeout(isNightly ? 3_600_000 : 240_000)
const environment = await openEnvironment(t)
const proxy = await openProxy(environment, environment.url)
const connectionsMax = 8
const replicas = await startReplicas(environment, 1, {
  DATABASE_URL: proxy.url,
  DATABASE_POOL_MAX: String(connectionsMax),
  DATABASE_STATEMENT_TIMEOUT_MS: String(Math.floor(queryMs / 1.2)),
  DATABASE_LOCK_TIMEOUT_MS: String(0.8 * queryMs),
  DATABASE_POOL_WAIT_MS: String(queryMs),
})

t.test('a COMMIT whose response is lost is done once, for every write of a sitting', async (t) => {
  const { kept, wrong, lost } = await loseEachCommit(environment, replicas, proxy)
  t.same(wrong, [])
  t.ok(lost >= writesOfSitting, `${lost} were lost`)
  t.same(await findDifferences(environment.db, [kept]), [])
})

// Callers retry, as the interface says.
t.test('nothing is lost or done twice while connections are reset, black-holed, delayed and cut', async (t) => {
  const load = await startLoad(environment, replicas, clients)
  await load.waitUntil(() => load.countFinishedSittings() > 0)
  const applied = new Map<string, number>()
  const count = (name: string) => void applied.set(name, (applied.get(name) ?? 0) + 1)
  const end = performance.now() + (isNightly ? 60_000 : 3_000)
  do {
    for (const fault of wireFaults) {
      if (await proxy.armFault(fault, faultWithinMs)) count(fault)
    }
    for (const [name, trouble] of troubles) {
      await trouble(proxy)
      count(name)
    }
  } while (performance.now() < end)
  await assertNothingLost(t, load, environment.db, replicas)
  t.ok(assertOnlyRefused(t, load) > 0)
  // One that the service has given up may be replaced before the proxy has seen its end.
  t.ok(proxy.openMax() <= 1.5 * connectionsMax, `${proxy.openMax()} connections at most`)
  t.same([...applied.keys()].toSorted(), [...wireFaults, ...troubles.keys()].toSorted(), 'every fault has occurred')
  t.comment(summarizeOutcomes(load.outcomes))
  const counts = [...applied].map(([name, times]) => `${times} times ${name}`).join(', ')
  environment.report('severed', `${counts}; ${countAcknowledged(load)} acknowledged`)
})

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
