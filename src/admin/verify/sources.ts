import { type ToldSource, untold } from '#src/evidence/sources/audited-source.ts'
import { revisionOfSource } from '#src/text/revisions.ts'
import { fromUtf16 } from '#src/text/utf16.ts'
import type { Row } from '../archive/rows.ts'
import { fits, groupsOf, type Reading, sameInstant } from './context.ts'
import type { Findings } from './mismatch.ts'
import type { Event, Trail } from './trail.ts'

/** Every text that a source ever had, and that the trail knows of each. */
export async function* findingsInSources(reading: Reading, trail: Trail): Findings {
  const textsOf = groupsOf(reading.rows('source_revisions'), ({ source_id }) => source_id)
  for await (const source of reading.rows('sources')) {
    const events = trail.take(source.source_id)
    const kept = new Set<string>()
    for await (const text of textsOf(source.source_id)) {
      kept.add(text.revision)
      yield* findingsInText(reading, text, events)
    }
    const finding = (what: string) => reading.finding('sources', { source_id: source.source_id }, what)
    if (source.revision === null && events.length === 0) yield finding('no event of the trail tells of it')
    if (source.revision !== null && !kept.has(source.revision)) yield finding('the text of its revision is not kept')
    const lost = events.find(({ revision }) => revision !== null && !kept.has(revision))
    if (lost !== undefined) yield finding(`the text of event ${lost.seq} is not kept`)
    const newest = events.findLast(({ revision }) => revision !== null)
    if (newest !== undefined && newest.revision !== source.revision)
      yield finding(`its revision is not that of event ${newest.seq}`)
    const told = lastTold([...events, ...reviewsOf(trail, source.source_id)])
    const column = told && untold(source, told.row)
    if (told !== undefined && column !== undefined) yield finding(`its ${column} is not what event ${told.seq} left`)
  }
}

/** The decisions about the candidate that a discovery is the text of; they are told of the candidate alone. */
const reviewsOf = (trail: Trail, sourceId: string): Event[] =>
  sourceId.startsWith('discovery:')
    ? trail.look(sourceId.replace('discovery:', 'candidate:')).filter(({ action }) => action === 'discovery.reviewed')
    : []

/** The row as the events left it, the number of the last included; undefined where none told of it. */
function lastTold(events: Event[]): { row: ToldSource; seq: number } | undefined {
  let told: { row: ToldSource; seq: number } | undefined
  for (const { action, details, seq } of events.toSorted((a, b) => a.seq - b.seq)) {
    const row = details.source as ToldSource | undefined
    const { curation } = details
    if (row !== undefined) told = { row, seq }
    else if (told !== undefined && action === 'source.reviewed')
      told = { row: { ...told.row, curation: String(curation) }, seq }
    else if (told !== undefined && action === 'discovery.reviewed')
      told = { row: { ...told.row, curation: curation === 'approved' ? 'approved' : 'rejected' }, seq }
  }
  return told
}

async function* findingsInText(reading: Reading, row: Row<'source_revisions'>, events: Event[]): Findings {
  const { artist_id: artistId, source_id: sourceId, revision } = row
  const finding = (what: string) => reading.finding('source_revisions', { source_id: sourceId, revision }, what)
  if (!fits(revision, () => revisionOfSource({ artistId, sourceId, text: fromUtf16(row.text_utf16) }))) {
    yield finding('its revision is not that of its text')
  }
  if (row.total_chars * 2 !== row.text_utf16.length) yield finding('its length is not that of its text')
  const captured = events.find((event) => event.revision === revision)
  if (captured === undefined) {
    yield finding('no event of the trail tells of this text')
    return
  }
  const { truncated = null } = captured.details
  if (truncated !== row.truncated) yield finding(`it is not as whole as event ${captured.seq} says`)
  if (!sameInstant(captured.at, row.captured_at)) yield finding(`it was not captured when event ${captured.seq} says`)
}
