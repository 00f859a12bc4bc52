import { setTimeout as after } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Test } from 'tap'
import { saveUser } from '#src/admin/users.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { buildCitation } from '../../support/test-context.ts'
import { pollUntil } from '../../support/until.ts'
import type { TestEnvironment } from '../environment.ts'
import { type Actors, createSubject, type Replicas, type Subject } from '../service.ts'
import { createInterviewer, newCallers, patienceMs, type Send } from './interviewer.ts'
import { findDifferences } from './records.ts'

export type Load = Awaited<ReturnType<typeof startLoad>>

type Mix = {
  interviewers: number
  readers: number
  advancers: number
  /** Milliseconds of a reader between two reads. */
  readEveryMs?: number
}

/** An artist of the environment whose claimant is `owner`, with a reference to ask about. */
export async function createReferencedSubject(environment: TestEnvironment) {
  await saveUser(environment.db, { subject: 'owner', admin: null })
  const { artistId, source } = await createSubject(environment)
  return { artistId, reference: buildCitation(source, 'we kept the first take') }
}

/** Interviewers, each of an artist of its own, whose calls go to the services in rotation. */
export async function newInterviewers(
  environment: TestEnvironment,
  replicas: Replicas,
  count: number,
  callers: ReturnType<typeof newCallers>,
) {
  let calls = 0
  /** Sends a call's first attempt to the next service in rotation, and each further one to the one after. */
  const chooseSend = (): Send => {
    const number = calls++
    return (attempt, method, path, body) => replicas.send(number + attempt, method, path, body)
  }
  const subjects: Awaited<ReturnType<typeof createReferencedSubject>>[] = []
  for (let at = 0; at < count; at += 1) subjects.push(await createReferencedSubject(environment))
  const holders = subjects.map(({ artistId, reference }) => createInterviewer(artistId, reference, callers, chooseSend))
  return { holders, subjects, chooseSend }
}

/**
 * A mixed load until it is stopped: interviewers who complete sittings, each of an artist of its own; readers of
 * theirs; and callers who run what was queued. Calls go to the services alternately, and to the next one when they are
 * retried. Stopping waits until every active sitting is finished and acknowledged.
 */
export async function startLoad(
  environment: TestEnvironment,
  replicas: Replicas,
  { interviewers, readers, advancers, readEveryMs = 20 }: Mix,
) {
  const callers = newCallers()
  const { holders, subjects, chooseSend } = await newInterviewers(environment, replicas, interviewers, callers)

  let stopped = false
  // Also when the test fails: no caller may go on for ever.
  environment.teardown(() => {
    stopped = true
    callers.giveUp()
  })
  const repeatUntilStopped = async (step: () => Promise<unknown>) => {
    while (!stopped) await step()
  }
  const read = (at: number) => {
    const artist = `/api/artist/${subjects[at % subjects.length]?.artistId}`
    const paths = [`${artist}/interview/session`, `${artist}/interview/responses`, `${artist}/knowledge/history`]
    const path = paths[at % paths.length] ?? ''
    return repeatUntilStopped(async () => {
      const send = chooseSend()
      await callers.persist('a read', (attempt) => send(attempt, 'GET', path))
      await after(readEveryMs * (0.5 + Math.random()))
    })
  }
  const advance = async () => {
    const send = chooseSend()
    const { body } = await callers.persist('advance', (attempt) => send(attempt, 'POST', '/api/research/advance', {}))
    if (body.status !== 'ok')
      callers.wrong.push(`advance failed; with a failure are ${await readFailures(environment)}`)
    if (!body.ran) await after(20)
  }
  const everybody = Promise.allSettled([
    ...holders.map(({ hold }) => repeatUntilStopped(() => hold())),
    ...Array.from({ length: readers }, (_, at) => read(at)),
    ...Array.from({ length: advancers }, () => repeatUntilStopped(advance)),
  ])
  const saved = holders.map((holder) => holder.saved)
  const countFinishedSittings = () => saved.reduce((sum, one) => sum + one.sittings.filter(isFinished).length, 0)
  const stop = async () => {
    stopped = true
    for (const ended of await everybody) {
      if (ended.status === 'rejected' && callers.wrong.length === 0) callers.wrong.push(String(ended.reason))
    }
  }
  /** Waits until the load has come so far; no longer when something is wrong already, for that is the result. */
  const waitUntil = async (condition: () => boolean | Promise<boolean>) =>
    await pollUntil(async () => callers.wrong.length > 0 || (await condition()), patienceMs)
  return { ...callers, saved, countFinishedSittings, waitUntil, stop }
}

/**
 * Stops the load: no caller met anything wrong, and this database has exactly what was acknowledged.
 * @param replicas of which the first must still live
 */
export async function assertNothingLost(t: Test, load: Load, db: Kysely<DB>, replicas?: Replicas): Promise<void> {
  const exitCode = replicas?.getService(0).process.exitCode ?? null
  // Without a service no caller would come to an end.
  if (exitCode !== null) load.giveUp()
  await load.stop()
  t.equal(exitCode, null, 'the service lives')
  t.same(load.wrong, [])
  t.same(await findDifferences(db, load.saved), [])
}

/** Every response so far is 200 or 503; returns how many are 503. */
export function assertOnlyRefused(t: Test, { outcomes }: Load): number {
  const { '503': refused = [], '200': _served, ...others } = Object.groupBy(outcomes, ({ outcome }) => outcome)
  t.same(others, {}, 'every response is 200 or 503')
  return refused.length
}

/** Sittings of an artist, held one after the other, with long answers. */
export async function holdSittings({ call }: Actors, { artistId, source }: Subject, count: number): Promise<void> {
  const send: Send = (_attempt, method, path, body) => call('owner', method, path, body)
  const reference = buildCitation(source, 'we kept the first take')
  const { hold } = createInterviewer(artistId, reference, newCallers(), () => send)
  for (let held = 0; held < count; held += 1) await hold('It was the mill. '.repeat(40))
}

/** Content that the message of a failed slice must not have. */
const readFailures = async ({ db }: TestEnvironment): Promise<string> =>
  JSON.stringify(
    await db
      .selectFrom('artist_research_jobs')
      .select(['kind', 'cursor', 'attempts', 'error_category'])
      .where('error_category', 'is not', null)
      .execute(),
  )

const isFinished = ({ state }: { state: string }) => state === 'finished'
