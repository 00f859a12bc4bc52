import type { Kysely, Transaction } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import type { AuditHead } from '../audit-heads.ts'
import { type Erasure, findErasure, listErasures } from '../erasures.ts'
import { findInOperatorLog } from '../operator-log.ts'
import { isAbsent, verifyArtist } from './artist.ts'
import type { Mismatch } from './context.ts'

/** What was read, and what does not fit. */
export type Verification = {
  /** Those that are there. */
  artists: number
  /** Who was erased, every artist or the one that was asked for. */
  erased: Erasure[]
  /** The first mismatch; none when everything fits. */
  finding: Mismatch | undefined
  /** The first of each other artist: after a restoration, the artists that lost changes. */
  others: Mismatch[]
}

/**
 * Verifies every artist, or one, each as it was at one moment and until its first row that does not fit. If every
 * artist fits, the operators' log is verified as well.
 * @param onProgress is called with the number of artists verified, and of how many
 * @param heads that were kept: the trail of each one's artist must still have it, or have had it when it was erased
 */
export async function verifyRecords(
  db: Kysely<DB>,
  only?: string,
  heads: readonly AuditHead[] = [],
  onProgress: (artists: number, total: number) => void = () => {},
): Promise<Verification> {
  let artists = 0
  const findings: Mismatch[] = []
  const headsByArtist = Map.groupBy(heads, ({ artistId }) => artistId)
  const artistIds = only === undefined ? [...new Set([...(await listArtistIds(db)), ...headsByArtist.keys()])] : [only]
  for (const [done, artistId] of artistIds.entries()) {
    onProgress(done, artistIds.length)
    const finding = await readInSnapshot(db, async (trx) => {
      const ofArtist = headsByArtist.get(artistId) ?? []
      if (await isAbsent(trx, artistId)) return await findUnexplainedAbsence(trx, artistId, ofArtist)
      artists += 1
      for await (const mismatch of verifyArtist(trx, artistId, ofArtist)) return mismatch
      return undefined
    })
    if (finding !== undefined) findings.push(finding)
  }
  const [first, ...others] = findings
  if (first !== undefined) return { artists, erased: [], finding: first, others }
  const erased = await listErasures(db, only === undefined ? undefined : [only])
  // An erasure is believed of a log that is whole.
  const isLogAsked = only === undefined || erased.length > 0
  const finding = isLogAsked ? await readInSnapshot(db, findInOperatorLog) : undefined
  return { artists, erased, finding, others: [] }
}

/** Also those who are gone and have left their trail. */
async function listArtistIds(db: Kysely<DB>): Promise<string[]> {
  const trails = db.selectFrom('audit_events').select('artist_id as id').where('seq', '=', 1)
  const artists = await db.selectFrom('artists').select('id').union(trails).orderBy('id').execute()
  return artists.map(({ id }) => id)
}

/**
 * An artist who is not there must have been erased, and its erasure must know every head that was kept: a newer head
 * belongs to records that were lost later.
 */
async function findUnexplainedAbsence(
  db: Kysely<DB>,
  artistId: string,
  heads: readonly AuditHead[],
): Promise<Mismatch | undefined> {
  const erased = await findErasure(db, artistId)
  if (erased === undefined || erased.isBack)
    return createAbsence(artistId, `is not there${heads.length === 0 ? '' : ', and a head of its trail was kept'}`)
  const { at, head } = erased
  const unknown = heads.find(({ seq, hash }) => seq > head.seq || (seq === head.seq && hash !== head.hash))
  if (unknown === undefined) return undefined
  const what = `is not there: it was erased at ${at} after event ${head.seq}, and a head of event ${unknown.seq} that is no part of it was kept`
  return createAbsence(artistId, what)
}

const createAbsence = (artistId: string, what: string): Mismatch => ({
  artistId,
  table: 'artists',
  key: { id: artistId },
  what,
})

const readInSnapshot = <T>(db: Kysely<DB>, read: (trx: Transaction<DB>) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
