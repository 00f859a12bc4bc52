import {
  type BoundaryObject,
  type CandidateObject,
  computeBoundaryRevision,
  computeCandidateRevision,
  computeCorrectionRevision,
  computeRevision,
  type HashedCitation,
  type HashedReference,
} from '#src/text/revisions.ts'
import { normalizePageUrl, normalizeProfileUrl } from '#src/text/url/page-url.ts'
import { sliceExactly } from '#src/text/windows.ts'
import type { ArtistRow } from '../archive/rows.ts'
import type { ArtistTable } from '../archive/table-schemas.ts'
import { buildClaimSubject } from '../claims.ts'
import { checkCitation } from './citations.ts'
import { findDifference, type Mismatches, revisionMatches, type VerificationContext } from './context.ts'
import { type EventIndex, formatVersionSubject, isCorrectionVersion, type StoredEvent } from './event-index.ts'

/** A table of which each row stands for itself: what its events, and the rest of its content, say of its columns. */
type Rule<T extends ArtistTable> = {
  table: T
  getSubject(row: ArtistRow<T>): string
  /** Rows may have been there before their events were recorded. */
  mayLackEvents?: boolean
  /** Of a table whose rows have one. */
  computeRevision?(row: ArtistRow<T>): string
  /** Quotes of kept texts, in a table whose rows have them. */
  getReferences?(row: ArtistRow<T>): HashedReference[]
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

/** Name and biography are the last values in the audit trail; what was never recorded there cannot be compared. */
const artists: Rule<'artists'> = {
  table: 'artists',
  getSubject: ({ id }) => `artist:${id}`,
  mayLackEvents: true,
  getExpected: (row, events) => {
    const findLast = (column: 'name' | 'bio') =>
      (events.findLast(({ details }) => column in details)?.details ?? row)[column]
    const { createdAt } = events[0]?.details ?? {}
    return {
      name: findLast('name'),
      bio: findLast('bio'),
      created_at: typeof createdAt === 'string' ? new Date(createdAt) : row.created_at,
    }
  },
}

/** The row repeats the last version. The first event has what the request that corrected the Lore named. */
const corrections: Rule<'corrections'> = {
  table: 'corrections',
  getSubject: ({ id }) => `correction:${id}`,
  computeRevision: ({ id, ...row }) => computeStatementRevision(id, row),
  getExpected: (_row, events) => {
    const versions = events.filter(isCorrectionVersion)
    const { requestId, loreRevision, start, end } = events[0]?.details ?? {}
    return {
      ...{ request_id: requestId, lore_revision: loreRevision, claim_start: start, claim_end: end },
      number: versions.length,
      revision: versions.at(-1)?.revision,
      previous: versions.at(-2)?.revision,
      created_at: versions[0]?.at,
      updated_at: versions.at(-1)?.at,
      retracted_at: findAction(events, 'correction.retracted')?.at,
    }
  },
}

const correctionVersions: Rule<'correction_versions'> = {
  table: 'correction_versions',
  getSubject: ({ correction_id: id, number }) => formatVersionSubject(id, number),
  computeRevision: ({ correction_id: id, ...row }) => computeStatementRevision(id, row),
  getExpected: ({ correction_id: id, number }, [event], trail) => ({
    revision: event?.revision,
    previous: trail.lookUp(formatVersionSubject(id, number - 1))[0]?.revision,
    saved_at: event?.at,
  }),
}

type Statement = Omit<ArtistRow<'correction_versions'>, 'correction_id' | 'saved_at'>

function computeStatementRevision(
  correctionId: string,
  { artist_id: artistId, claim, correction, correction_kind: correctionKind, previous }: Statement,
): string {
  return computeCorrectionRevision({ artistId, correctionId, claim, correction, correctionKind, previous })
}

const loreVersions: Rule<'lore_versions'> = {
  table: 'lore_versions',
  getSubject: ({ number }) => `lore:${number}`,
  computeRevision: ({ artist_id: artistId, text, citations, previous }) =>
    computeRevision({ kind: 'lore', artistId, text, citations, previous }),
  getReferences: ({ text, citations }) =>
    (citations as HashedCitation[]).map((citation) => toReference(text, citation)),
  getExpected: ({ number }, [event], trail) => ({
    revision: event?.revision,
    previous: trail.lookUp(`lore:${number - 1}`)[0]?.revision,
    job_id: event?.details.jobId,
    composed_by: event?.details.by,
    created_at: event?.at,
  }),
}

/** A citation of Lore as a reference that quotes that part of the text. */
function toReference(text: string, citation: HashedCitation): HashedReference {
  const { kind, id, revision, quoteStart: start, quoteEnd: end } = citation
  const window = { revision, start, end, quote: sliceExactly(text, citation.start, citation.end) ?? '' }
  return kind === 'original' ? { kind, sourceId: id, ...window } : { kind, entryId: id, ...window }
}

/** Checks the tables of which each row stands for itself. */
export async function* checkRows(reading: VerificationContext, trail: EventIndex): Mismatches {
  yield* checkTable(reading, trail, artists)
  yield* checkTable(reading, trail, claims)
  yield* checkTable(reading, trail, profiles)
  yield* checkTable(reading, trail, discoveries)
  yield* checkTable(reading, trail, sessions)
  yield* checkTable(reading, trail, boundaries)
  yield* checkTable(reading, trail, corrections)
  yield* checkTable(reading, trail, correctionVersions)
  yield* checkTable(reading, trail, loreVersions)
}

async function* checkTable<T extends ArtistTable>(
  reading: VerificationContext,
  trail: EventIndex,
  { table, getSubject, mayLackEvents = false, computeRevision, getReferences, getExpected }: Rule<T>,
): Mismatches {
  for await (const row of reading.readRows(table)) {
    const toFinding = (what: string) => reading.createFinding(table, row, what)
    const events = trail.take(getSubject(row))
    if (
      computeRevision !== undefined &&
      !revisionMatches(String((row as { revision?: string }).revision), () => computeRevision(row))
    ) {
      yield toFinding('its revision is not that of its content')
      continue
    }
    for (const reference of getReferences?.(row) ?? []) {
      const what = await checkCitation(reading, reference)
      if (what !== undefined) yield toFinding(what)
    }
    if (events.length === 0 && !mayLackEvents) yield toFinding('no event of the trail tells of it')
    const column = findDifference(row, getExpected(row, events, trail))
    if (column !== undefined) yield toFinding(`its ${column} is not that of event ${events.at(-1)?.seq}`)
  }
}
