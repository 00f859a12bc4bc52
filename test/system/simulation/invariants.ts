import { isDeepStrictEqual } from 'node:util'
import { type Kysely, sql } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { computeMemoryRevision } from '#src/text/revisions.ts'
import { computeSnapshotId, findLatestSitting, listCorrections } from '../../model/artist.ts'
import type { Model } from './model.ts'

/** The rows of one artist when a schedule is over, read in one statement; instants as JSON has them. */
export type Rows = {
  sessions: { id: string; request_id: string; sitting: number; state: string }[]
  entries: {
    id: string
    session_id: string | null
    ordinal: number | null
    question_key: string
    state: string
    answer: string | null
    revision: string
    saved_seq: number | null
  }[]
  versions: { entry_id: string; number: number; revision: string; previous: string; answer: string }[]
  boundaries: {
    id: string
    request_id: string
    revision: string
    scope: string
    sitting: number
    retracted_at: string | null
  }[]
  corrections: { id: string; revision: string; claim: string }[]
  jobs: { kind: string; state: string; requests: number; requests_handled: number }[]
  lore: { number: number; citations: { kind: string; id: string; revision: string }[] }[]
  events: {
    seq: number
    action: string
    subject: string
    revision: string | null
    at: string
    details: Record<string, unknown>
  }[]
}

export async function readRows(db: Kysely<DB>, artistId: string): Promise<Rows> {
  const all = (table: string, order: string) =>
    sql`(select coalesce(json_agg(t order by ${sql.raw(order)}), '[]') from ${sql.table(table)} t where t.artist_id = ${artistId})`
  const { rows } = await sql<Rows>`select
    ${all('interview_sessions', 'sitting')} as sessions,
    ${all('interview_entries', 'id')} as entries,
    ${all('response_versions', 'entry_id, number')} as versions,
    ${all('interview_boundaries', 'created_at, id')} as boundaries,
    ${all('corrections', 'created_at, id')} as corrections,
    ${all('artist_research_jobs', 'created_at, id')} as jobs,
    ${all('lore_versions', 'number')} as lore,
    ${all('audit_events', 'seq')} as events`.execute(db)
  return rows[0] as Rows
}

/** Which promises the rows of one artist break, whatever the calls were. */
export function findBrokenInvariants(rows: Rows): string[] {
  return [
    ...findBrokenChains(rows),
    ...findBrokenSittings(rows),
    ...findBrokenTrail(rows),
    ...findBrokenLore(rows),
    ...findOutdatedLore(rows),
  ]
}

/** Every wording follows the one before it, the last is the entry's, and no two have one number or one revision. */
function* findBrokenChains({ entries, versions, events }: Rows): Generator<string> {
  for (const { id, state, answer, revision } of entries) {
    const chain = versions.filter(({ entry_id }) => entry_id === id)
    const saves = events.filter(
      ({ action, subject }) => subject === `entry:${id}` && (action === 'answer.saved' || action === 'answer.revised'),
    )
    if (chain.length !== saves.length)
      yield `${chain.length} versions of ${id}, and ${saves.length} events that saved one`
    for (const [at, version] of chain.entries()) {
      if (version.number !== at + 1) yield `version ${version.number} of ${id} is at place ${at + 1}`
      if (at > 0 && version.previous !== chain[at - 1]?.revision)
        yield `version ${version.number} of ${id} follows another than the one before it`
    }
    const last = chain.at(-1)
    if (state === 'answered' && (last?.revision !== revision || last.answer !== answer))
      yield `${id} is not what its last version says`
    if (state !== 'answered' && chain.length > 0) yield `${id} is ${state} and has versions`
  }
}

function* findBrokenSittings({ sessions, entries }: Rows): Generator<string> {
  const active = sessions.filter(({ state }) => state === 'active')
  if (active.length > 1) yield `${active.length} sittings are active`
  if (new Set(sessions.map(({ request_id }) => request_id)).size < sessions.length)
    yield 'one request has started two sittings'
  for (const { id, state, sitting } of sessions) {
    const questions = entries.filter(({ session_id }) => session_id === id)
    const ordinals = questions.map(({ ordinal }) => ordinal).sort()
    if (!isDeepStrictEqual(ordinals, [1, 2, 3].slice(0, ordinals.length)))
      yield `the ordinals of sitting ${sitting} are ${ordinals}`
    const open = questions.filter((question) => question.state === 'offered')
    if (open.length > (state === 'finished' ? 0 : 1))
      yield `${open.length} questions of the ${state} sitting ${sitting} are open`
  }
}

/** One event a change: each row was made by one event, and each event made or changed a row. */
function* findBrokenTrail({ sessions, entries, boundaries, events }: Rows): Generator<string> {
  const count = (...actions: string[]) => events.filter(({ action }) => actions.includes(action)).length
  const pairs: [string, number, number][] = [
    ['sittings and sitting.started', sessions.length, count('sitting.started')],
    [
      'finished sittings and sitting.finished',
      sessions.filter(({ state }) => state === 'finished').length,
      count('sitting.finished'),
    ],
    [
      'offers and question.offered',
      entries.filter(({ session_id }) => session_id !== null).length,
      count('question.offered'),
    ],
    ['boundaries and boundary.saved', boundaries.length, count('boundary.saved')],
    [
      'retracted boundaries and boundary.retracted',
      boundaries.filter(({ retracted_at }) => retracted_at !== null).length,
      count('boundary.retracted'),
    ],
  ]
  for (const [title, rows, events] of pairs) if (rows !== events) yield `${title}: ${rows} and ${events}`
  if (new Set(boundaries.map(({ request_id }) => request_id)).size < boundaries.length)
    yield 'one request has saved two boundaries'
}

/**
 * Every change that Lore has to read was requested in its own transaction, and no run that began before it counts as
 * done.
 */
function* findBrokenLore({ entries, events, jobs }: Rows): Generator<string> {
  const refreshes = jobs.filter(({ kind }) => kind === 'lore_refresh')
  const live = refreshes.filter(({ state }) => state === 'pending' || state === 'waiting')
  const requested = refreshes.reduce((sum, { requests }) => sum + requests, 0)
  const isAnswered = (sessionId: string) =>
    entries.some(({ session_id, state }) => session_id === sessionId && state === 'answered')
  const approved = new Set<string>()
  const expectedEvents = events.filter(({ action, subject, details }) => {
    if (action === 'sitting.finished') return isAnswered(subject.slice('session:'.length))
    if (action === 'answer.saved') return details.sessionId === null
    if (action === 'discovery.reviewed') {
      const was = approved.delete(subject)
      if (details.curation === 'approved') approved.add(subject)
      return was || approved.has(subject)
    }
    return action === 'answer.revised' || action === 'boundary.saved' || action === 'boundary.retracted'
  })
  if (live.length > 1) yield `${live.length} live refreshes of Lore`
  if (requested !== expectedEvents.length)
    yield `Lore was asked for ${requested} times, and ${expectedEvents.length} changes want it`
  for (const { state, requests, requests_handled } of refreshes) {
    if (state === 'done' && requests !== requests_handled)
      yield `a refresh is done that began ${requests - requests_handled} requests ago`
    if (state === 'failed' || state === 'cancelled') yield `a refresh is ${state}`
  }
}

/** A published text quotes every answer as it was then: nothing was said between the reading and the publishing. */
function* findOutdatedLore({ lore, events }: Rows): Generator<string> {
  for (const { number, citations } of lore) {
    const published = events.find(({ subject }) => subject === `lore:${number}`)
    for (const { kind, id, revision } of citations) {
      if (kind !== 'answer') continue
      const before = events.filter(({ seq, subject }) => subject === `entry:${id}` && seq < (published?.seq ?? 0))
      if (before.at(-1)?.revision !== revision)
        yield `Lore ${number} was published with an answer that was revised before`
    }
  }
}

/** The rows compared with the model. The snapshot of the memory is computed from the rows once more. */
export function findDifference(rows: Rows, { artist }: Model): string | undefined {
  const actual = {
    entries: rows.entries.map(({ id, state, answer, revision }) => ({ id, state, answer, revision })),
    versions: rows.versions.map(({ entry_id, revision, answer }) => ({ entry_id, revision, answer })),
    sessions: rows.sessions.map(({ id, state, sitting }) => ({ id, state, sitting })),
    boundaries: rows.boundaries.map(({ id, revision, retracted_at }) => ({
      id,
      revision,
      holds: retracted_at === null,
    })),
    corrections: rows.corrections.map(({ id, revision, claim }) => ({ id, revision, claim })),
    snapshot: computeExpectedSnapshotId(rows, artist.id, findLatestSitting(artist)),
  }
  const entries = artist.entries.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const expected = {
    entries: entries.map(({ id, state, answer, revision }) => ({ id, state, answer, revision })),
    versions: entries.flatMap(({ id, versions }) =>
      versions.map(({ revision, answer }) => ({ entry_id: id, revision, answer })),
    ),
    sessions: artist.sessions.map(({ id, state, sitting }) => ({ id, state, sitting })),
    boundaries: rows.boundaries.flatMap(({ id }) => {
      const boundary = artist.boundaries.find((one) => one.id === id)
      return boundary ? [{ id, revision: boundary.revision, holds: boundary.retractedAt === null }] : []
    }),
    corrections: listCorrections(artist).map(({ id, revision, claim }) => ({ id, revision, claim })),
    snapshot: computeSnapshotId(artist, findLatestSitting(artist)),
  }
  const differing = (Object.keys(actual) as (keyof typeof actual)[]).find(
    (key) => !isDeepStrictEqual(actual[key], expected[key]),
  )
  if (differing === undefined) return undefined
  return `${differing} are ${JSON.stringify(actual[differing])} and should be ${JSON.stringify(expected[differing])}`
}

function computeExpectedSnapshotId(
  { entries, corrections, boundaries }: Rows,
  artistId: string,
  sitting: number,
): string {
  const newest = entries
    .filter(({ state }) => state === 'answered')
    .sort((one, other) => (other.saved_seq ?? 0) - (one.saved_seq ?? 0))[0]
  const holding = boundaries.filter(
    (one) => one.retracted_at === null && (one.scope === 'until_retracted' || one.sitting === sitting),
  )
  return computeMemoryRevision({
    artistId,
    sitting,
    latestAnswer: newest === undefined ? null : { entryId: newest.id, revision: newest.revision },
    corrections: corrections.map(({ id, revision }) => ({ correctionId: id, revision })),
    boundaries: holding.map(({ id, revision }) => ({ boundaryId: id, revision })),
  })
}

/** After all refreshes have run: whatever Lore quotes of an answer is its current wording. */
export function findStaleLore({ entries, lore }: Rows): string | undefined {
  const current = new Map(entries.map(({ id, revision }) => [id, revision]))
  const stale = lore
    .at(-1)
    ?.citations.find(({ kind, id, revision }) => kind === 'answer' && current.get(id) !== revision)
  return stale && `Lore still quotes revision ${stale.revision.slice(0, 8)} of ${stale.id} after all its refreshes`
}
