import { isDeepStrictEqual } from 'node:util'
import { computeSnapshotId, findLatestSitting } from '../../model/artist.ts'
import type { Rows } from '../rows.ts'
import type { Model } from './model.ts'

/**
 * The rows, and the memory's snapshot as the service computes it, compared with the model after the calls that the
 * audit trail has in its order. What one row must be beside another, `verify` says.
 */
export function findDifference(rows: Rows, snapshotId: string, { artist }: Model): string | undefined {
  const actual = {
    sessions: rows.sessions.map(({ id, request_id, sitting, state }) => [id, request_id, sitting, state]),
    entries: rows.entries.map((row) => [row.id, row.session_id, row.ordinal, row.state, row.answer, row.revision]),
    versions: rows.versions.map(({ entry_id, number, revision, answer }) => [entry_id, number, revision, answer]),
    boundaries: rows.boundaries.map((row) => [row.id, row.request_id, row.revision, row.retracted_at === null]),
    corrections: rows.corrections.map(({ id, revision, claim }) => [id, revision, claim]),
    snapshotId,
  }
  const entries = sortById(artist.entries)
  const expected: typeof actual = {
    sessions: sortById(artist.sessions).map(({ id, requestId, sitting, state }) => [id, requestId, sitting, state]),
    entries: entries.map((one) => [one.id, one.sessionId, one.ordinal, one.state, one.answer, one.revision]),
    versions: entries.flatMap(({ id, versions }) =>
      versions.map(({ revision, answer }, at) => [id, at + 1, revision, answer]),
    ),
    boundaries: sortById(artist.boundaries).map((one) => [
      one.id,
      one.requestId,
      one.revision,
      one.retractedAt === null,
    ]),
    corrections: sortById(artist.corrections).map(({ id, revision, claim }) => [id, revision, claim]),
    snapshotId: computeSnapshotId(artist, findLatestSitting(artist)),
  }
  const differing = (Object.keys(actual) as (keyof typeof actual)[]).find(
    (key) => !isDeepStrictEqual(actual[key], expected[key]),
  )
  if (differing === undefined) return undefined
  return `${differing} are ${JSON.stringify(actual[differing])} and should be ${JSON.stringify(expected[differing])}`
}

const sortById = <T extends { id: string }>(list: readonly T[]): T[] =>
  list.toSorted((one, other) => (one.id < other.id ? -1 : 1))

/** What the model does not have: when Lore is composed, and of what. */
export const findBrokenInvariants = (rows: Rows): string[] => [...findBrokenLore(rows), ...findOutdatedLore(rows)]

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

/** After all refreshes have run: whatever Lore quotes of an answer is its current wording. */
export function findStaleLore({ entries, lore }: Rows): string | undefined {
  const current = new Map(entries.map(({ id, revision }) => [id, revision]))
  const stale = lore
    .at(-1)
    ?.citations.find(({ kind, id, revision }) => kind === 'answer' && current.get(id) !== revision)
  return stale && `Lore still quotes revision ${stale.revision.slice(0, 8)} of ${stale.id} after all its refreshes`
}
