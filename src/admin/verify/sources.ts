import { type AuditedSource, chooseTextCuration, findAuditMismatch } from '#src/evidence/sources/audited-source.ts'
import { computeSourceRevision } from '#src/text/revisions.ts'
import { fromUtf16 } from '#src/text/utf16.ts'
import type { ArtistRow } from '../archive/rows.ts'
import {
  findDifference,
  groupConsecutive,
  type Mismatches,
  revisionMatches,
  type VerificationContext,
} from './context.ts'
import type { EventIndex, StoredEvent } from './event-index.ts'

/** Checks every text of each source, and the source's row, against the trail. */
export async function* checkSources(reading: VerificationContext, trail: EventIndex): Mismatches {
  const readTexts = groupConsecutive(reading.readRows('source_revisions'), ({ source_id }) => source_id)
  for await (const source of reading.readRows('sources')) {
    const events = trail.take(source.source_id)
    const current = new Set<string>()
    for await (const text of readTexts(source.source_id)) {
      current.add(text.revision)
      yield* checkText(reading, text, events)
    }
    const toFinding = (what: string) => reading.createFinding('sources', source, what)
    if (source.revision === null && events.length === 0) yield toFinding('no event of the trail tells of it')
    if (source.revision !== null && !current.has(source.revision))
      yield toFinding('the text of its revision is not kept')
    const missing = events.find(({ revision }) => revision !== null && !current.has(revision))
    if (missing !== undefined) yield toFinding(`the text of event ${missing.seq} is not kept`)
    const newest = events.findLast(({ revision }) => revision !== null)
    if (newest !== undefined && newest.revision !== source.revision)
      yield toFinding(`its revision is not that of event ${newest.seq}`)
    const latest = findLastRecorded([...events, ...findReviews(trail, source.source_id)])
    const column = latest && findAuditMismatch(source, latest.row)
    if (latest !== undefined && column !== undefined)
      yield toFinding(`its ${column} is not what event ${latest.seq} left`)
  }
}

/** Reviews of a discovery's candidate; their events name only the candidate. */
const findReviews = (trail: EventIndex, sourceId: string): StoredEvent[] =>
  sourceId.startsWith('discovery:')
    ? trail.lookUp(sourceId.replace('discovery:', 'candidate:')).filter(({ action }) => action === 'discovery.reviewed')
    : []

/** The row as its last event recorded it, with that event's number; undefined without one. */
function findLastRecorded(events: StoredEvent[]): { row: AuditedSource; seq: number } | undefined {
  let latest: { row: AuditedSource; seq: number } | undefined
  for (const { action, details, seq } of events.toSorted((a, b) => a.seq - b.seq)) {
    const row = details.source as AuditedSource | undefined
    const { curation } = details
    if (row !== undefined) latest = { row, seq }
    else if (latest !== undefined && action === 'source.reviewed')
      latest = { row: { ...latest.row, curation: String(curation) }, seq }
    else if (latest !== undefined && action === 'discovery.reviewed')
      latest = { row: { ...latest.row, curation: chooseTextCuration(String(curation)) }, seq }
  }
  return latest
}

async function* checkText(
  reading: VerificationContext,
  row: ArtistRow<'source_revisions'>,
  events: StoredEvent[],
): Mismatches {
  const { artist_id: artistId, source_id: sourceId, revision } = row
  const toFinding = (what: string) => reading.createFinding('source_revisions', row, what)
  if (
    !revisionMatches(revision, () => computeSourceRevision({ artistId, sourceId, text: fromUtf16(row.text_utf16) }))
  ) {
    yield toFinding('its revision is not that of its text')
  }
  if (row.total_chars * 2 !== row.text_utf16.length) yield toFinding('its length is not that of its text')
  const captured = events.find((event) => event.revision === revision)
  if (captured === undefined) {
    yield toFinding('no event of the trail tells of this text')
    return
  }
  const column = findDifference(row, { truncated: captured.details.truncated, captured_at: captured.at })
  if (column !== undefined) yield toFinding(`its ${column} is not that of event ${captured.seq}`)
}
