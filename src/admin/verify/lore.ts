import { computeRevision, type HashedCitation, type HashedReference } from '#src/text/revisions.ts'
import { sliceExactly } from '#src/text/windows.ts'
import type { ArtistRow } from '../archive/rows.ts'
import { checkCitation } from './citations.ts'
import { isSameInstant, revisionMatches, type VerificationContext } from './context.ts'
import type { EventIndex } from './event-index.ts'
import type { Mismatches } from './mismatch.ts'

/** Checks each Lore text, its chain, and each citation. */
export async function* checkLore(reading: VerificationContext, trail: EventIndex): Mismatches {
  let number = 0
  let before: string | null = null
  for await (const lore of reading.readRows('lore_versions')) {
    const toFinding = (what: string) => reading.createFinding('lore_versions', { number: lore.number }, what)
    const { artist_id: artistId, text, previous } = lore
    number += 1
    if (lore.number !== number) yield toFinding(`follows version ${number - 1}: ${number} is missing`)
    if (
      !revisionMatches(lore.revision, () =>
        computeRevision({ kind: 'lore', artistId, text, citations: lore.citations, previous }),
      )
    ) {
      yield toFinding('its revision is not that of its content')
      continue
    }
    if (previous !== before) yield toFinding('it does not name the revision before it')
    for (const citation of getCitations(lore)) {
      const what = await checkCitation(reading, toReference(text, citation))
      if (what !== undefined) yield toFinding(what)
    }
    const [event] = trail.take(`lore:${lore.number}`)
    if (event === undefined) yield toFinding('no event of the trail tells of it')
    else if (event.revision !== lore.revision) yield toFinding(`its revision is not that of event ${event.seq}`)
    else if (event.details.jobId !== lore.job_id) yield toFinding(`it is not of the job of event ${event.seq}`)
    else if (event.details.by !== lore.composed_by) yield toFinding(`it is not of the author of event ${event.seq}`)
    else if (!isSameInstant(event.at, lore.created_at))
      yield toFinding(`it was not published when event ${event.seq} says`)
    number = lore.number
    before = lore.revision
  }
}

const getCitations = (lore: ArtistRow<'lore_versions'>) => lore.citations as HashedCitation[]

/** A citation of Lore as a reference that quotes that part of the text. */
function toReference(text: string, citation: HashedCitation): HashedReference {
  const { kind, id, revision, quoteStart: start, quoteEnd: end } = citation
  const window = { revision, start, end, quote: sliceExactly(text, citation.start, citation.end) ?? '' }
  return kind === 'original' ? { kind, sourceId: id, ...window } : { kind, entryId: id, ...window }
}
