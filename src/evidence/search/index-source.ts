import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { runInTimeSlices, type TimeSliced } from '#src/text/time-slices.ts'
import { cutSegment, type Segment, type SegmentStart, segmentCharsMax } from './segments.ts'

/**
 * The version of everything that decides what the index holds: folding, sentences and their pieces, segments, stems.
 * Raise it when one changes.
 */
export const indexVersion = 3

/** Which text of a source the index is to hold. */
export type IndexedRevision = { artistId: string; sourceId: string; revision: string }

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
  const started = await lockDocument(trx, source)
  if (started === 'complete') return
  let next: SegmentStart = started
  while (next.start < text.length) {
    const segment = await run(cutSegment(text.slice(next.start, next.start + segmentCharsMax), next))
    await insertSegment(trx, source, segment)
    next = segment.next
  }
  await markIndexProgress(trx, source, next, true)
}

/**
 * Locks the source's place in the index until the transaction ends, empties it when it holds another text, and says
 * where the next segment begins.
 */
export async function lockDocument(
  trx: Transaction<DB>,
  { artistId, sourceId, revision }: IndexedRevision,
): Promise<SegmentStart | 'complete'> {
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
      ? 'complete'
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

/** Where the next segment of a text begins, as of now: the index may hold another text, or none. */
export async function findIndexProgress(
  db: Kysely<DB>,
  { artistId, sourceId, revision }: IndexedRevision,
): Promise<SegmentStart | 'complete'> {
  const row = await db
    .selectFrom('search_documents')
    .select(['segments', 'chars', 'sentences', 'complete'])
    .where('artist_id', '=', artistId)
    .where('source_id', '=', sourceId)
    .where('revision', '=', revision)
    .where('index_version', '=', indexVersion)
    .executeTakeFirst()
  if (row === undefined) return { number: 0, start: 0, firstSentence: 0 }
  return row.complete ? 'complete' : { number: row.segments, start: row.chars, firstSentence: row.sentences }
}

/** Writes a segment; the text it belongs to must have been claimed in this transaction. */
export async function insertSegment(
  trx: Transaction<DB>,
  { artistId, sourceId }: IndexedRevision,
  segment: Segment,
): Promise<void> {
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
}

/** How far the index holds the text: up to, not including, a place. */
export async function markIndexProgress(
  trx: Transaction<DB>,
  { artistId, sourceId }: IndexedRevision,
  next: SegmentStart,
  complete: boolean,
): Promise<void> {
  await trx
    .updateTable('search_documents')
    .set({ segments: next.number, chars: next.start, sentences: next.firstSentence, complete })
    .where('artist_id', '=', artistId)
    .where('source_id', '=', sourceId)
    .execute()
}
