import type { Kysely, Transaction } from 'kysely'
import { NIL as nilUuid } from 'uuid'
import type { DB } from '#src/database/tables.gen.ts'
import { type ArtistTable, readTableSchemas, type TableSchema } from '../archive/table-schemas.ts'
import type { AuditHead } from '../audit-heads.ts'
import { type ListedErasure, listErasures } from '../erasures.ts'
import { findInOperatorLog, type OperatorFinding } from '../operator-log.ts'
import { verifyArtist } from './artist.ts'
import type { Mismatch } from './context.ts'
import { explainAbsence, isAbsent } from './heads.ts'

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
 * @param onProgress is called with the number of artists verified, and of about how many
 * @param heads that were kept: the trail of each one's artist must still have it, or have had it when it was erased
 */
export async function verifyRecords(
  db: Kysely<DB>,
  only?: string,
  heads: readonly AuditHead[] = [],
  onProgress: (artists: number, total: number) => void = () => {},
): Promise<Verification> {
  const shapes = await readTableSchemas(db)
  const verification: Verification = { artists: 0, rows: {}, erased: [], finding: undefined }
  const count = (table: ArtistTable) => {
    verification.rows[table] = (verification.rows[table] ?? 0) + 1
  }
  const savedHeads = Map.groupBy(heads, ({ artistId }) => artistId)
  const isOneAbsent = only !== undefined && (await isAbsent(db, only))
  if (isOneAbsent) savedHeads.set(only, savedHeads.get(only) ?? [])
  const total = only === undefined ? await countArtists(db) : 1
  const present = only === undefined ? listArtistIds(db) : [only].filter(() => !isOneAbsent)
  for await (const artistId of present) {
    onProgress(verification.artists, total)
    verification.artists += 1
    verification.finding = await findFirstMismatch(db, shapes, artistId, count, savedHeads.get(artistId))
    savedHeads.delete(artistId)
    if (verification.finding !== undefined) return verification
  }
  if (only === undefined) verification.finding = await findOrphanedTrail(db)
  for (const [artistId, unmatched] of savedHeads) {
    const absence = await explainAbsence(db, artistId, unmatched)
    if ('finding' in absence) verification.finding ??= absence.finding
    else if (only !== undefined) verification.erased.push({ ...absence.erased, isBack: false })
  }
  // An erasure is believed of a log that is whole.
  if (only === undefined || verification.erased.length > 0)
    verification.finding ??= await readInSnapshot(db, findInOperatorLog)
  if (only === undefined && verification.finding === undefined) verification.erased = await listErasures(db)
  return verification
}

/** For the progress alone: artists may be added or erased in between. */
async function countArtists(db: Kysely<DB>): Promise<number> {
  const { count } = await db
    .selectFrom('artists')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
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

const findFirstMismatch = (
  db: Kysely<DB>,
  shapes: readonly TableSchema[],
  artistId: string,
  count: (table: ArtistTable) => void,
  heads: readonly AuditHead[] | undefined,
): Promise<Mismatch | undefined> =>
  readInSnapshot(db, async (trx) => {
    for await (const finding of verifyArtist(trx, shapes, artistId, count, heads)) return finding
    return undefined
  })

const readInSnapshot = <T>(db: Kysely<DB>, read: (trx: Transaction<DB>) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)

/** Each page by its own statement: the list must not hold a snapshot while artists are verified. */
const idsPage = 500

async function* listArtistIds(db: Kysely<DB>): AsyncGenerator<string> {
  let after: string = nilUuid
  for (;;) {
    const page = await db
      .selectFrom('artists')
      .select('id')
      .where('id', '>', after)
      .orderBy('id')
      .limit(idsPage)
      .execute()
    yield* page.map(({ id }) => id)
    const last = page.at(-1)
    if (last === undefined) return
    after = last.id
  }
}
