import { type CandidateObject, computeCandidateRevision } from '#src/text/revisions.ts'
import { normalizePageUrl } from '#src/text/url/canonical-url.ts'
import { isSameInstant, type VerificationContext } from './context.ts'
import type { EventIndex } from './event-index.ts'
import type { Mismatches } from './mismatch.ts'

/** Checks each candidate's revision and the chain of its reviews, of which only the trail has the earlier ones. */
export async function* checkDiscoveries(reading: VerificationContext, trail: EventIndex): Mismatches {
  for await (const row of reading.readRows('discoveries')) {
    const toFinding = (what: string) => reading.createFinding('discoveries', { id: row.id }, what)
    const { artist_id: artistId, id: candidateId, url, title, reason, previous } = row
    // Wider column types than the CHECK constraint allows.
    const { destination, identity, curation } = row as Pick<CandidateObject, 'destination' | 'identity' | 'curation'>
    const content = { url, title, destination, identity, curation, reason, previous }
    if (computeCandidateRevision({ artistId, candidateId, ...content }) !== row.revision) {
      yield toFinding('its revision is not that of its content')
    }
    if (row.canonical_url !== null && row.canonical_url !== normalizePageUrl(url))
      yield toFinding('its `canonical_url` is not that of its url')
    const events = trail.take(`candidate:${row.id}`)
    const [first] = events
    const last = events.at(-1)
    if (first === undefined || last === undefined) {
      yield toFinding('no event of the trail tells of it')
      continue
    }
    if (last.revision !== row.revision) yield toFinding(`its revision is not that of event ${last.seq}`)
    if ((events.at(-2)?.revision ?? null) !== previous) yield toFinding('it does not name the revision before it')
    const recorded = events.findLast(({ details }) => 'addressed' in details)
    if (recorded !== undefined && recorded.details.addressed !== (row.canonical_url !== null))
      yield toFinding(`it has an address, or none, against event ${recorded.seq}`)
    const evidence = reading.db
      .selectFrom('sources')
      .select('source_id')
      .where('artist_id', '=', artistId)
      .where('source_id', '=', `discovery:${row.id}`)
    if (row.source_id !== ((await evidence.executeTakeFirst())?.source_id ?? null))
      yield toFinding('its text is not the one that carries its id')
    if (!isSameInstant(row.created_at, first.at)) yield toFinding(`it was not made when event ${first.seq} says`)
  }
}
