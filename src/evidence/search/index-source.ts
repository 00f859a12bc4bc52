import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { transact } from '#src/database/transaction.ts'
import { runInTimeSlices, type TimeSliced } from '#src/text/time-slices.ts'
import { readWindows } from '../references/windows.ts'
import { cutSegment, type Segment, type SegmentStart, segmentCharsMax } from './segments.ts'

/**
 * The version of everything that decides what the index holds: folding, sentences and their pieces, segments, stems.
 * Raise it when one changes.
 */
export const indexVersion = 3

/** How much one search may add to the index before it responds: some 300 ms. The next search continues there. */
const backfillCharsMax = 4 * segmentCharsMax

/** Which text of a source the index is to hold. */
type IndexedRevision = { artistId: string; sourceId: string; revision: string }

/**
 * Puts the current text of a source into the search index, in the place of the one before. Call it in the transaction
 * that makes `revision` the current one, after the source's row is written: so no search ever sees the one without the
 * other. Asked again for the same text it does nothing. A text of 4,000,000 code units takes seconds.
 * @param run `runAtOnce` where no request waits for this process
 */
export async function indexSource(
  trx: Transaction<DB>,
  artistId: string,
  sourceId: string,
  revision: string,
  text: string,
  run: <T>(work: TimeSliced<T>) => T | Promise<T> = runInTimeSlices,
): Promise<void> {
  const source = { artistId, sourceId, revision }
  let next = await lockDocument(trx, source)
  while (next !== undefined) {
    const segment: Segment = await run(cutSegment(text.slice(next.start, next.start + segmentCharsMax), next))
    next = await appendSegment(trx, source, segment, text.length)
  }
}

/**
 * Adds missing segments of these texts to the index, up to the limit above. Each segment has its own transaction and is
 * used at once; a text that another request is indexing is skipped. The caller then reads how much is indexed.
 */
export async function backfillIndex(
  db: Kysely<DB>,
  artistId: string,
  sources: readonly { sourceId: string; revision: string }[],
): Promise<void> {
  let charsLeft = backfillCharsMax
  for (const source of sources) {
    let added = 1
    while (charsLeft > 0 && added > 0) {
      added = await transact(db, (trx) => addNextSegment(trx, { artistId, ...source }))
      charsLeft -= added
    }
  }
}

/** The length of the segment; 0 when nothing is missing, the text has changed, or another request is indexing it. */
async function addNextSegment(trx: Transaction<DB>, source: IndexedRevision): Promise<number> {
  const from = (await isFree(trx, source)) ? await lockDocument(trx, source) : undefined
  if (from === undefined) return 0
  const window = { ...source, start: from.start, end: from.start + segmentCharsMax }
  const read = (await readWindows(trx, source.artistId, [window])).get(0)
  if (read === undefined) return 0
  const segment = await runInTimeSlices(cutSegment(read.text, from))
  await appendSegment(trx, source, segment, read.totalChars)
  return segment.next.start - from.start
}

/**
 * Whether the revision is still the current one and no other transaction has its row of the index locked. An erasure of
 * the artist is waited for, since the row of the index has no foreign key to the artist.
 */
async function isFree(trx: Transaction<DB>, { artistId, sourceId, revision }: IndexedRevision): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    with artist as (select 1 from artists where id = ${artistId} for key share), free as (
      select 1 from search_documents where artist_id = ${artistId} and source_id = ${sourceId} for update skip locked
    )
    select exists (select from artist) and (exists (select from free)
        or not exists (select from search_documents where artist_id = ${artistId} and source_id = ${sourceId}))
      and exists (select from sources
        where artist_id = ${artistId} and source_id = ${sourceId} and revision = ${revision}) as free`.execute(trx)
  return rows[0]?.free === true
}

/**
 * Locks the source's place in the index until the transaction ends, empties it when it holds another text, and says
 * where the next segment begins; undefined where the index holds the whole text.
 */
async function lockDocument(
  trx: Transaction<DB>,
  { artistId, sourceId, revision }: IndexedRevision,
): Promise<SegmentStart | undefined> {
  const row = { artist_id: artistId, source_id: sourceId, revision, index_version: indexVersion }
  const before = await trx
    .insertInto('search_documents')
    .values(row)
    // Changes nothing, but locks the row and reads it as it was.
    .onConflict((oc) =>
      oc.columns(['artist_id', 'source_id']).doUpdateSet({ index_version: sql`search_documents.index_version` }),
    )
    .returning(['revision', 'index_version', 'segments', 'chars', 'sentences', 'complete'])
    .executeTakeFirstOrThrow()
  if (before.revision === revision && before.index_version === indexVersion) {
    return before.complete
      ? undefined
      : { number: before.segments, start: before.chars, firstSentence: before.sentences }
  }
  for (const table of ['search_segments', 'search_postings'] as const) {
    await trx.deleteFrom(table).where('artist_id', '=', artistId).where('source_id', '=', sourceId).execute()
  }
  await trx
    .updateTable('search_documents')
    .set({ revision, index_version: indexVersion, segments: 0, chars: 0, sentences: 0, complete: false })
    .where('artist_id', '=', artistId)
    .where('source_id', '=', sourceId)
    .execute()
  return { number: 0, start: 0, firstSentence: 0 }
}

/** Writes a segment of a locked text, and says where the next one begins; undefined where the text ends. */
async function appendSegment(
  trx: Transaction<DB>,
  { artistId, sourceId }: IndexedRevision,
  segment: Segment,
  totalChars: number,
): Promise<SegmentStart | undefined> {
  const starts = segment.sentences.map(({ start }) => start)
  const ends = segment.sentences.map(({ end }) => end)
  await trx
    .insertInto('search_segments')
    .values({
      artist_id: artistId,
      source_id: sourceId,
      segment: segment.number,
      first_sentence: segment.firstSentence,
      starts,
      ends,
    })
    .execute()
  await sql`
    insert into search_postings (artist_id, stem, word, source_id, segment, sentences)
    select ${artistId}, stem, word, ${sourceId}, ${segment.number}, sentences
    from jsonb_to_recordset(${JSON.stringify(segment.entries)}::jsonb) as entry (stem text, word text, sentences int[])`.execute(
    trx,
  )
  const { next } = segment
  const complete = next.start >= totalChars
  await trx
    .updateTable('search_documents')
    .set({ segments: next.number, chars: next.start, sentences: next.firstSentence, complete })
    .where('artist_id', '=', artistId)
    .where('source_id', '=', sourceId)
    .execute()
  return complete ? undefined : next
}
