import { computeRevision, type HashedCitation, type HashedReference } from '#src/text/revisions.ts'
import { sliceExactly } from '#src/text/windows.ts'
import type { ArtistRow } from '../archive/rows.ts'
import { checkCitation } from './citations.ts'
import { findDifference, revisionMatches, type VerificationContext } from './context.ts'
import type { EventIndex } from './event-index.ts'
import type { Mismatches } from './mismatch.ts'

/** Checks each Lore text, its chain, and each citation. */
export async function* checkLore(reading: VerificationContext, trail: EventIndex): Mismatches {
  let number = 0
  let before: string | null = null
  for await (const lore of reading.readRows('lore_versions')) {
    const toFinding = (what: string) => reading.createFinding('lore_versions', lore, what)
    const { artist_id: artistId, text, previous } = lore
    const [follows, head] = [number, before]
    ;[number, before] = [lore.number, lore.revision]
    if (lore.number !== follows + 1) yield toFinding(`follows version ${follows}: ${follows + 1} is missing`)
    if (
      !revisionMatches(lore.revision, () =>
        computeRevision({ kind: 'lore', artistId, text, citations: lore.citations, previous }),
      )
    ) {
      yield toFinding('its revision is not that of its content')
      continue
    }
    if (previous !== head) yield toFinding('it does not name the revision before it')
    for (const citation of getCitations(lore)) {
      const what = await checkCitation(reading, toReference(text, citation))
      if (what !== undefined) yield toFinding(what)
    }
    const [event] = trail.take(`lore:${lore.number}`)
    if (event === undefined) {
      yield toFinding('no event of the trail tells of it')
      continue
    }
    const { jobId, by } = event.details
    const column = findDifference(lore, {
      revision: event.revision,
      job_id: jobId,
      composed_by: by,
      created_at: event.at,
    })
    if (column !== undefined) yield toFinding(`its ${column} is not that of event ${event.seq}`)
  }
}

const getCitations = (lore: ArtistRow<'lore_versions'>) => lore.citations as HashedCitation[]

/** A citation of Lore as a reference that quotes that part of the text. */
function toReference(text: string, citation: HashedCitation): HashedReference {
  const { kind, id, revision, quoteStart: start, quoteEnd: end } = citation
  const window = { revision, start, end, quote: sliceExactly(text, citation.start, citation.end) ?? '' }
  return kind === 'original' ? { kind, sourceId: id, ...window } : { kind, entryId: id, ...window }
}
