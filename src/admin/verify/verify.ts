import type { Kysely, Transaction } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { type ArtistTable, readTableSchemas, type TableSchema } from '../archive/table-schemas.ts'
import type { AuditHead } from '../audit-heads.ts'
import { type ListedErasure, listErasures } from '../erasures.ts'
import { findInOperatorLog, type OperatorFinding } from '../operator-log.ts'
import { verifyArtist } from './artist.ts'
import type { Mismatch } from './context.ts'
import { findUnexplainedAbsence, isAbsent } from './heads.ts'

/** What was read, and the first mismatch; none when everything fits. */
export type Verification = {
  artists: number
  rows: Partial<Record<ArtistTable, number>>
  /** Who was erased, every artist or the one that was asked for; `isBack` marks those whom an import brought back. */
  erased: ListedErasure[]
  finding: Mismatch | OperatorFinding | undefined
}

/**
 * Verifies every artist, or one, each as it was at one moment, and with all of them the operators' log; stops at the
 * first row that does not fit.
 * @param onProgress is called with the number of artists verified, and of how many
 * @param heads that were kept: the trail of each one's artist must still have it, or have had it when it was erased
 */
export async function verifyRecords(
  db: Kysely<DB>,
  only?: string,
  heads: readonly AuditHead[] = [],
  onProgress: (artists: number, total: number) => void = () => {},
): Promise<Verification> {
  const shapes = await readTableSchemas(db)
  const rows: Verification['rows'] = {}
  const count = (table: ArtistTable) => {
    rows[table] = (rows[table] ?? 0) + 1
  }
  const headsByArtist = Map.groupBy(heads, ({ artistId }) => artistId)
  const artistIds = only === undefined ? [...new Set([...(await listArtistIds(db)), ...headsByArtist.keys()])] : [only]
  for (const [done, artistId] of artistIds.entries()) {
    onProgress(done, artistIds.length)
    const finding = await readInSnapshot(db, (trx) =>
      findMismatch(trx, shapes, artistId, count, headsByArtist.get(artistId)),
    )
    if (finding !== undefined) return { artists: rows.artists ?? 0, rows, erased: [], finding }
  }
  const erased = await listErasures(db, only)
  // An erasure is believed of a log that is whole.
  const isLogAsked = only === undefined || erased.length > 0
  const finding =
    (only === undefined ? await findOrphanedTrail(db) : undefined) ??
    (isLogAsked ? await readInSnapshot(db, findInOperatorLog) : undefined)
  return { artists: rows.artists ?? 0, rows, erased, finding }
}

async function listArtistIds(db: Kysely<DB>): Promise<string[]> {
  const artists = await db.selectFrom('artists').select('id').orderBy('id').execute()
  return artists.map(({ id }) => id)
}

async function findMismatch(
  trx: Transaction<DB>,
  shapes: readonly TableSchema[],
  artistId: string,
  count: (table: ArtistTable) => void,
  heads: readonly AuditHead[] = [],
): Promise<Mismatch | undefined> {
  if (await isAbsent(trx, artistId)) return await findUnexplainedAbsence(trx, artistId, heads)
  for await (const finding of verifyArtist(trx, shapes, artistId, count, heads)) return finding
  return undefined
}

/** An audit trail whose artist is gone, which no iteration over artists would find. */
async function findOrphanedTrail(db: Kysely<DB>): Promise<Mismatch | undefined> {
  const orphan = await db
    .selectFrom('audit_events as e')
    .select('e.artist_id')
    .where('e.seq', '=', 1)
    .where((eb) => eb.not(eb.exists(eb.selectFrom('artists as a').select('a.id').whereRef('a.id', '=', 'e.artist_id'))))
    .limit(1)
    .executeTakeFirst()
  if (orphan === undefined) return undefined
  const artistId = orphan.artist_id
  return { artistId, table: 'artists', key: { id: artistId }, what: 'is not there, and its trail is' }
}

const readInSnapshot = <T>(db: Kysely<DB>, read: (trx: Transaction<DB>) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
