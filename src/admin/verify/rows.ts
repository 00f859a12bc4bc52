import {
  type BoundaryObject,
  type CandidateObject,
  computeBoundaryRevision,
  computeCandidateRevision,
} from '#src/text/revisions.ts'
import { normalizePageUrl, normalizeProfileUrl } from '#src/text/url/page-url.ts'
import type { ArtistRow } from '../archive/rows.ts'
import type { ArtistTable } from '../archive/table-schemas.ts'
import { buildClaimSubject } from '../claims.ts'
import { findDifference, revisionMatches, type VerificationContext } from './context.ts'
import type { EventIndex, StoredEvent } from './event-index.ts'
import type { Mismatches } from './mismatch.ts'

/** A table of which each row stands for itself: what its events, and the rest of its content, say of its columns. */
type Rule<T extends ArtistTable> = {
  table: T
  getSubject(row: ArtistRow<T>): string
  /** Of a table whose rows have one. */
  computeRevision?(row: ArtistRow<T>): string
  getExpected(
    row: ArtistRow<T>,
    events: readonly StoredEvent[],
    trail: EventIndex,
  ): { [Column in keyof ArtistRow<T>]?: unknown }
}

const findAction = (events: readonly StoredEvent[], name: string) => events.find(({ action }) => action === name)

/** A claim has the state of its last event. */
const claims: Rule<'claims'> = {
  table: 'claims',
  // `user_id` holds the subject here.
  getSubject: (row) => buildClaimSubject(row.user_id),
  getExpected: (_row, events) => ({ state: events.at(-1)?.details.state, decided_at: events.at(-1)?.at }),
}

const profiles: Rule<'artist_profiles'> = {
  table: 'artist_profiles',
  getSubject: ({ id }) => `profile:${id}`,
  getExpected: (row, events) => {
    const last = events.at(-1)
    const { url, siteName, displayName, origin, state } = last?.details ?? {}
    return {
      ...{ url, site_name: siteName, display_name: displayName, origin, state },
      url_key: normalizeProfileUrl(row.url),
      created_at: events[0]?.at,
      decided_at: state === 'candidate' ? null : last?.at,
    }
  },
}

const sessions: Rule<'interview_sessions'> = {
  table: 'interview_sessions',
  getSubject: ({ id }) => `session:${id}`,
  getExpected: (_row, events) => {
    const started = findAction(events, 'sitting.started')
    const finished = findAction(events, 'sitting.finished')
    return {
      sitting: started?.details.sitting,
      request_id: started?.details.requestId,
      created_at: started?.at,
      closed_at: finished?.at,
      state: finished === undefined ? 'active' : 'finished',
    }
  },
}

const boundaries: Rule<'interview_boundaries'> = {
  table: 'interview_boundaries',
  getSubject: ({ id }) => `boundary:${id}`,
  computeRevision: ({ artist_id: artistId, id: boundaryId, question_key: questionKey, ...row }) => {
    const { wording, sitting, question } = row
    const scope = row.scope as BoundaryObject['scope']
    return computeBoundaryRevision({ artistId, boundaryId, wording, scope, sitting, questionKey, question })
  },
  getExpected: (_row, events) => {
    const saved = findAction(events, 'boundary.saved')
    return {
      revision: saved?.revision,
      request_id: saved?.details.requestId,
      entry_id: saved?.details.entryId,
      created_at: saved?.at,
      retracted_at: findAction(events, 'boundary.retracted')?.at,
    }
  },
}

/** Of the chain of a candidate's reviews only the trail has the earlier ones. */
const discoveries: Rule<'discoveries'> = {
  table: 'discoveries',
  getSubject: ({ id }) => `candidate:${id}`,
  computeRevision: (row) => {
    const { artist_id: artistId, id: candidateId, url, title, reason, previous } = row
    // Wider column types than the CHECK constraint allows.
    const { destination, identity, curation } = row as Pick<CandidateObject, 'destination' | 'identity' | 'curation'>
    return computeCandidateRevision({
      artistId,
      candidateId,
      url,
      title,
      destination,
      identity,
      curation,
      reason,
      previous,
    })
  },
  getExpected: (row, events, trail) => {
    const recorded = events.findLast(({ details }) => 'addressed' in details)
    const isAddressed = recorded?.details.addressed ?? row.canonical_url !== null
    return {
      revision: events.at(-1)?.revision,
      previous: events.at(-2)?.revision,
      canonical_url: isAddressed === true ? normalizePageUrl(row.url) : null,
      // Its text is the source that carries its id.
      source_id: trail.lookUp(`discovery:${row.id}`).length > 0 ? `discovery:${row.id}` : null,
      created_at: events[0]?.at,
    }
  },
}

/** Checks the tables of which each row stands for itself. */
export async function* checkRows(reading: VerificationContext, trail: EventIndex): Mismatches {
  yield* checkTable(reading, trail, claims)
  yield* checkTable(reading, trail, profiles)
  yield* checkTable(reading, trail, discoveries)
  yield* checkTable(reading, trail, sessions)
  yield* checkTable(reading, trail, boundaries)
}

async function* checkTable<T extends ArtistTable>(
  reading: VerificationContext,
  trail: EventIndex,
  { table, getSubject, computeRevision, getExpected }: Rule<T>,
): Mismatches {
  for await (const row of reading.readRows(table)) {
    const toFinding = (what: string) => reading.createFinding(table, row, what)
    if (
      computeRevision !== undefined &&
      !revisionMatches(String((row as { revision?: string }).revision), () => computeRevision(row))
    )
      yield toFinding('its revision is not that of its content')
    const events = trail.take(getSubject(row))
    if (events.length === 0) yield toFinding('no event of the trail tells of it')
    const column = findDifference(row, getExpected(row, events, trail))
    if (column !== undefined) yield toFinding(`its ${column} is not that of event ${events.at(-1)?.seq}`)
  }
}

/** Name and biography must be the last values in the audit trail; what was never recorded there cannot be compared. */
export async function* checkArtistRow(reading: VerificationContext, trail: EventIndex): Mismatches {
  for await (const artist of reading.readRows('artists')) {
    const toFinding = (what: string) => reading.createFinding('artists', artist, what)
    const events = trail.take(`artist:${artist.id}`)
    for (const column of ['name', 'bio'] as const) {
      const last = events.findLast(({ details }) => column in details)
      if (last !== undefined && last.details[column] !== artist[column])
        yield toFinding(`its ${column} is not that of event ${last.seq}`)
    }
    const { createdAt } = events[0]?.details ?? {}
    if (typeof createdAt === 'string' && findDifference(artist, { created_at: new Date(createdAt) }))
      yield toFinding(`its created_at is not that of event ${events[0]?.seq}`)
  }
}
