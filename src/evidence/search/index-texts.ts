import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { transact } from '#src/database/transaction.ts'
import { runInTimeSlices } from '#src/text/time-slices.ts'
import { readWindows } from '../references/windows.ts'
import { cutSegment, type Segment, type SegmentStart, segmentCharsMax } from './segments.ts'

/**
 * The version of everything that decides what the index holds: folding, sentences and their pieces, segments, stems.
 * Raise it when one changes.
 */
export const indexVersion = 3

/** How much one search may add to the index before it responds: a second at most. The next search continues there. */
const addedCharsMax = 16 * segmentCharsMax

/** Which text of a source the index is to hold. */
type IndexedRevision = { artistId: string; sourceId: string; revision: string }

/**
 * Adds missing segments of these texts to the index, up to a limit. Each segment has its own transaction and is used at
 * once. The caller then reads how much is indexed.
 */
export async function indexTexts(
  db: Kysely<DB>,
  artistId: string,
  sources: readonly { sourceId: string; revision: string }[],
  charsMax = addedCharsMax,
): Promise<void> {
  let charsLeft = charsMax
  for (const source of sources) {
    let added = 1
    while (charsLeft > 0 && added > 0) {
      added = await addNextSegment(db, { artistId, ...source })
      charsLeft -= added
    }
  }
}

/**
 * The length of the segment, also of one that another request has added in between: it cost as much. 0 when nothing is
 * missing or the text has changed. It is cut before the transaction, which holds its locks for the writing alone.
 */
async function addNextSegment(db: Kysely<DB>, source: IndexedRevision): Promise<number> {
  const from = await findNextStart(db, source)
  if (from === undefined) return 0
  const window = { ...source, start: from.start, end: from.start + segmentCharsMax }
  const read = (await readWindows(db, source.artistId, [window])).get(0)
  if (read === undefined) return 0
  const segment: Segment = await runInTimeSlices(cutSegment(read.text, from))
  await transact(db, (trx) => insertSegment(trx, source, segment, read.totalChars))
  return segment.next.start - from.start
}

/** Where the next segment begins; undefined where the index holds the whole text. */
async function findNextStart(
  db: Kysely<DB>,
  { artistId, sourceId, revision }: IndexedRevision,
): Promise<SegmentStart | undefined> {
  const indexed = await db
    .selectFrom('search_documents')
    .select(['segments as number', 'chars as start', 'sentences as firstSentence', 'complete'])
    .where('artist_id', '=', artistId)
    .where('source_id', '=', sourceId)
    .where('revision', '=', revision)
    .where('index_version', '=', indexVersion)
    .executeTakeFirst()
  if (indexed === undefined) return { number: 0, start: 0, firstSentence: 0 }
  return indexed.complete ? undefined : indexed
}

/**
 * Writes a segment, the first in the place of what the index held of another text; nothing where the text is no longer
 * the current one, or another request was first.
 */
async function insertSegment(
  trx: Transaction<DB>,
  { artistId, sourceId, revision }: IndexedRevision,
  { number, firstSentence, sentences, entries, next }: Segment,
  totalChars: number,
): Promise<void> {
  // An erasure of the artist is waited for: the rows of segments and postings have no foreign key.
  const current = await trx
    .selectFrom('artists as a')
    .innerJoin('sources as s', 's.artist_id', 'a.id')
    .select('s.source_id')
    .where('a.id', '=', artistId)
    .where('s.artist_id', '=', artistId)
    .where('s.source_id', '=', sourceId)
    .where('s.revision', '=', revision)
    .forKeyShare(['a'])
    .executeTakeFirst()
  if (current === undefined) return
  const row = { revision, index_version: indexVersion, segments: next.number, chars: next.start }
  const indexed = { ...row, sentences: next.firstSentence, complete: next.start >= totalChars }
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('search_documents')
    .values({ artist_id: artistId, source_id: sourceId, ...indexed })
    .onConflict((oc) =>
      oc
        .columns(['artist_id', 'source_id'])
        .doUpdateSet(indexed)
        .where(sql<boolean>`case when (search_documents.revision, search_documents.index_version) = (${revision}, ${indexVersion})
          then search_documents.segments = ${number} else ${number} = 0 end`),
    )
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) return
  const key = { artist_id: artistId, source_id: sourceId, segment: number }
  for (const table of number > 0 ? [] : (['search_segments', 'search_postings'] as const)) {
    await trx.deleteFrom(table).where('artist_id', '=', artistId).where('source_id', '=', sourceId).execute()
  }
  const [starts, ends] = [sentences.map(({ start }) => start), sentences.map(({ end }) => end)]
  await trx
    .insertInto('search_segments')
    .values({ ...key, first_sentence: firstSentence, starts, ends })
    .execute()
  await sql`
    insert into search_postings (artist_id, stem, word, source_id, segment, sentences)
    select ${artistId}, stem, word, ${sourceId}, ${number}, sentences
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as entry (stem text, word text, sentences int[])`.execute(
    trx,
  )
}
