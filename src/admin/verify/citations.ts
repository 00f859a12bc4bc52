import { readWindows } from '#src/evidence/references/windows.ts'
import type { HashedCitation, HashedReference } from '#src/text/revisions.ts'
import { padByOne, refusalToQuote, sliceExactly, type TextSegment, toWholeSegment } from '#src/text/windows.ts'
import type { Mismatches, VerificationContext } from './context.ts'
import type { Entry } from './rules/interview.ts'

/** Checks what questions and Lore quote of kept texts. */
export async function* checkCitations(reading: VerificationContext, entries: Iterable<Entry>): Mismatches {
  for (const entry of entries) {
    const what = await findMisquotation(reading, entry.citations as HashedReference[])
    if (what !== undefined) yield reading.createFinding('interview_entries', entry, what)
  }
  for await (const lore of reading.readRows('lore_versions')) {
    const references = (lore.citations as HashedCitation[]).map((citation) => toReference(lore.text, citation))
    const what = await findMisquotation(reading, references)
    if (what !== undefined) yield reading.createFinding('lore_versions', lore, what)
  }
}

/** A citation of Lore as a reference that quotes that part of the text. */
function toReference(text: string, citation: HashedCitation): HashedReference {
  const { kind, id, revision, quoteStart: start, quoteEnd: end } = citation
  const window = { revision, start, end, quote: sliceExactly(text, citation.start, citation.end) ?? '' }
  return kind === 'original' ? { kind, sourceId: id, ...window } : { kind, entryId: id, ...window }
}

async function findMisquotation(reading: VerificationContext, references: readonly HashedReference[]) {
  for (const reference of references) {
    const what = await checkCitation(reading, reference)
    if (what !== undefined) return what
  }
  return undefined
}

/**
 * Why a citation differs from what was validated; undefined while it is intact. A source declined or removed since does
 * not matter, because cited revisions are kept.
 */
async function checkCitation(reading: VerificationContext, citation: HashedReference): Promise<string | undefined> {
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
