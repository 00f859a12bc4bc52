import { setTimeout as after } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Test } from 'tap'
import { saveUser } from '#src/admin/users.ts'
import { verifyRecords } from '#src/admin/verify/verify.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { buildCitation } from '../../support/test-context.ts'
import { pollUntil } from '../../support/until.ts'
import type { TestEnvironment } from '../environment.ts'
import { type Actors, createSubject, type Replicas, type Subject } from '../service.ts'
import { createInterviewer, newCallers, patienceMs, type SavedInterview, type Send } from './interviewer.ts'

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

/** How many things were acknowledged altogether. */
export const countAcknowledged = ({ saved }: Pick<Load, 'saved'>): number =>
  saved
    .flatMap(({ sittings }) => sittings)
    .reduce((sum, { questions, boundaries, state }) => {
      const versions = questions.reduce((all, one) => all + one.versions.length, 0)
      return sum + 1 + questions.length + versions + 2 * boundaries.length + Number(state === 'finished')
    }, 0)

/**
 * How the records differ from what was acknowledged, in words; none when they do not: nothing acknowledged is missing
 * or different, nothing is stored twice, and every chain and revision can be recomputed.
 */
export async function findDifferences(db: Kysely<DB>, all: readonly SavedInterview[]): Promise<string[]> {
  const differences: string[] = []
  for (const saved of all) {
    const [found, expected] = [await readRecords(db, saved.artistId), listExpectedRecords(saved)]
    for (const part of Object.keys(expected) as (keyof typeof expected)[]) {
      const [is, should] = [JSON.stringify(found[part]), JSON.stringify(expected[part])]
      if (is !== should) differences.push(`artist ${saved.artistId}: ${part} are ${is} and not ${should}`)
    }
    const { finding } = await verifyRecords(db, saved.artistId)
    if (finding !== undefined) differences.push(`verify: ${JSON.stringify(finding)}`)
  }
  return differences
}

const sortLines = (lines: readonly string[]) => lines.toSorted()

/** The expected records, as lines that can be compared. */
function listExpectedRecords({ sittings }: SavedInterview) {
  const questions = sittings.flatMap((sitting) => sitting.questions)
  const versions = questions.flatMap(({ id, versions }) =>
    versions.map(({ revision, answer }, at) => `${id} ${at + 1} ${revision} ${answer}`),
  )
  const answered = questions.filter(({ state }) => state === 'answered').length
  const boundaries = sittings.flatMap((sitting) => sitting.boundaries)
  const finished = sittings.filter(({ state }) => state === 'finished').length
  const events = {
    'answer.revised': versions.length - answered,
    'answer.saved': answered,
    'boundary.retracted': boundaries.length,
    'boundary.saved': boundaries.length,
    'question.offered': questions.length,
    'sitting.finished': finished,
    'sitting.started': sittings.length,
  }
  return {
    sittings: sortLines(sittings.map(({ id, state }) => `${id} ${state}`)),
    questions: sortLines(questions.map(({ id, state, revision }) => `${id} ${state} ${revision}`)),
    versions: sortLines(versions),
    boundaries: sortLines(boundaries),
    events: Object.entries(events).flatMap(([action, count]) => (count > 0 ? [`${count} ${action}`] : [])),
    'requests for Lore': sittings.reduce((sum, { requests }) => sum + requests, 0),
  }
}

async function readRecords(db: Kysely<DB>, artistId: string): Promise<ReturnType<typeof listExpectedRecords>> {
  const sittings = await readRows(db, artistId, 'interview_sessions', ['id', 'state'])
  const questions = await readRows(db, artistId, 'interview_entries', ['id', 'state', 'revision'])
  const versions = await readRows(db, artistId, 'response_versions', ['entry_id', 'number', 'revision', 'answer'])
  const boundaries = await readRows(db, artistId, 'interview_boundaries', ['id'])
  const events = await db
    .selectFrom('audit_events')
    .select(['action', (eb) => eb.fn.countAll<number>().as('count')])
    .where('artist_id', '=', artistId)
    .where('action', 'in', eventsOfInterviews)
    .groupBy('action')
    .orderBy('action')
    .execute()
  const { requests } = await db
    .selectFrom('artist_research_jobs')
    .select((eb) => eb.fn.sum<number | null>('requests').as('requests'))
    .where('artist_id', '=', artistId)
    .where('kind', '=', 'lore_refresh')
    .executeTakeFirstOrThrow()
  return {
    sittings,
    questions,
    versions,
    boundaries,
    events: events.map(({ action, count }) => `${count} ${action}`),
    'requests for Lore': requests ?? 0,
  }
}

const eventsOfInterviews = [
  'answer.revised',
  'answer.saved',
  'boundary.retracted',
  'boundary.saved',
  'question.offered',
  'question.skipped',
  'sitting.finished',
  'sitting.started',
]

async function readRows<Table extends keyof DB & string>(
  db: Kysely<DB>,
  artistId: string,
  table: Table,
  columns: readonly (keyof DB[Table] & string)[],
): Promise<string[]> {
  const rows = (await db
    .selectFrom(table as 'interview_entries')
    .select(columns as never)
    .where('artist_id', '=', artistId)
    .execute()) as Record<string, unknown>[]
  return sortLines(rows.map((row) => columns.map((column) => row[column]).join(' ')))
}
