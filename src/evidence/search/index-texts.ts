import { type Kysely, sql, type Transaction, type Updateable } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { transact } from '#src/database/transaction.ts'
import { runInTimeSlices } from '#src/text/time-slices.ts'
import { readWindows } from '../references/windows.ts'
import { cutSegment, type SegmentStart, segmentCharsMax } from './segments.ts'

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
 * once; a text that another request is indexing is skipped. The caller then reads how much is indexed.
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
  const { number, firstSentence, sentences, entries, next } = await runInTimeSlices(cutSegment(read.text, from))
  const key = { artist_id: source.artistId, source_id: source.sourceId, segment: number }
  const [starts, ends] = [sentences.map(({ start }) => start), sentences.map(({ end }) => end)]
  await trx
    .insertInto('search_segments')
    .values({ ...key, first_sentence: firstSentence, starts, ends })
    .execute()
  await sql`
    insert into search_postings (artist_id, stem, word, source_id, segment, sentences)
    select ${source.artistId}, stem, word, ${source.sourceId}, ${number}, sentences
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as entry (stem text, word text, sentences int[])`.execute(
    trx,
  )
  const complete = next.start >= read.totalChars
  const counts = { segments: next.number, chars: next.start, sentences: next.firstSentence }
  await updateDocument(trx, source, { ...counts, complete })
  return next.start - from.start
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
  const empty = { segments: 0, chars: 0, sentences: 0, complete: false }
  await updateDocument(trx, { artistId, sourceId }, { revision, index_version: indexVersion, ...empty })
  return { number: 0, start: 0, firstSentence: 0 }
}

const updateDocument = (
  trx: Transaction<DB>,
  { artistId, sourceId }: Pick<IndexedRevision, 'artistId' | 'sourceId'>,
  columns: Updateable<DB['search_documents']>,
) =>
  trx
    .updateTable('search_documents')
    .set(columns)
    .where('artist_id', '=', artistId)
    .where('source_id', '=', sourceId)
    .execute()
