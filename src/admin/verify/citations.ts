import { readWindows } from '#src/evidence/references/windows.ts'
import type { HashedReference } from '#src/text/revisions.ts'
import { padByOne, refusalToQuote, type TextSegment, toWholeSegment } from '#src/text/windows.ts'
import type { VerificationContext } from './context.ts'

/**
 * Why a citation differs from what was validated; undefined while it is intact. A source declined or removed since does
 * not matter, because cited revisions are kept.
 */
export async function checkCitation(
  reading: VerificationContext,
  citation: HashedReference,
): Promise<string | undefined> {
  const segment =
    citation.kind === 'original' ? await findOriginal(reading, citation) : await answerAt(reading, citation)
  const cited = citation.kind === 'original' ? citation.sourceId : `answer ${citation.entryId}`
  if (segment === undefined) return `the revision of ${cited} that it cites is not kept`
  return refusalToQuote(segment, citation) === undefined
    ? undefined
    : `its quote of ${cited} is not the text of its window`
}

type OfKind<K extends HashedReference['kind']> = Extract<HashedReference, { kind: K }>

async function findOriginal(
  { db, artistId }: VerificationContext,
  { sourceId, revision, start, quote }: OfKind<'original'>,
): Promise<TextSegment | undefined> {
  const around = padByOne(start, start + quote.length)
  const window = { sourceId, revision, ...around }
  const read = (await readWindows(db, artistId, [window], { kept: true })).get(0)
  return read && { ...read, from: around.start }
}

async function answerAt(
  { db, artistId }: VerificationContext,
  { entryId, revision }: OfKind<'answer'>,
): Promise<TextSegment | undefined> {
  const row = await db
    .selectFrom('response_versions')
    .select('answer')
    .where('artist_id', '=', artistId)
    .where('entry_id', '=', entryId)
    .where('revision', '=', revision)
    .executeTakeFirst()
  return row && toWholeSegment(row.answer)
}
