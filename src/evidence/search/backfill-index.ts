import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { transact } from '#src/database/transaction.ts'
import { runInTimeSlices } from '#src/text/time-slices.ts'
import { readWindows } from '../references/windows.ts'
import {
  findIndexProgress,
  type IndexedRevision,
  insertSegment,
  lockDocument,
  markIndexProgress,
} from './index-source.ts'
import { cutSegment, segmentCharsMax } from './segments.ts'

/**
 * How much one search may add to the index before it responds: four segments, or some 300 ms. The next search continues
 * there.
 */
const backfillCharsMax = 4 * segmentCharsMax

/**
 * Adds missing segments of these texts to the index, up to the limit above. Each segment has its own transaction and is
 * used at once; a text that another request is indexing is skipped. The caller then reads how much is indexed.
 */
export async function backfillIndex(db: Kysely<DB>, sources: IndexedRevision[]): Promise<void> {
  let charsLeft = backfillCharsMax
  for (const source of sources) {
    while (charsLeft > 0) {
      const added = await addSegment(db, source)
      charsLeft -= added
      if (added === 0) break
    }
  }
}

/**
 * Adds the next segment of a text; returns its length, 0 when there was nothing to add or another request has
 * added or is adding it. The segment is cut before the transaction, which holds a connection.
 */
async function addSegment(db: Kysely<DB>, source: IndexedRevision): Promise<number> {
  const progress = await findIndexProgress(db, source)
  if (progress === 'complete') return 0
  const window = { ...source, start: progress.start, end: progress.start + segmentCharsMax }
  const read = (await readWindows(db, source.artistId, [window])).get(0)
  if (read === undefined) return 0
  const segment = await runInTimeSlices(cutSegment(read.text, progress))
  return await transact(db, async (trx) => {
    if (!(await isFree(trx, source))) return 0
    const locked = await lockDocument(trx, source)
    if (locked === 'complete' || locked.start !== progress.start) return 0
    await insertSegment(trx, source, segment)
    await markIndexProgress(trx, source, segment.next, segment.next.start >= read.totalChars)
    return Math.max(1, segment.next.start - progress.start)
  })
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
