import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { type ArtistTable, readShapes } from './archive/shapes.ts'
import { findingsOf } from './verify/artist.ts'
import type { Finding } from './verify/finding.ts'

/** What was read, and the first row that does not fit; none when all of it does. */
export type Verification = { artists: number; rows: Partial<Record<ArtistTable, number>>; finding: Finding | undefined }

/** Verifies every artist, or one, each as it was at one moment; stops at the first row that does not fit. */
export async function verifyRecords(db: Kysely<DB>, only?: string): Promise<Verification> {
  const shapes = await readShapes(db)
  const verification: Verification = { artists: 0, rows: {}, finding: undefined }
  const count = (table: ArtistTable) => {
    verification.rows[table] = (verification.rows[table] ?? 0) + 1
  }
  for await (const artistId of only === undefined ? artistIds(db) : [only]) {
    verification.artists += 1
    verification.finding = await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (trx) => {
        for await (const finding of findingsOf(trx, shapes, artistId, count)) return finding
        return undefined
      })
    if (verification.finding !== undefined) break
  }
  return verification
}

/** A page at a time, each in a statement of its own: the list must not hold a snapshot while artists are verified. */
const idsPage = 500

async function* artistIds(db: Kysely<DB>): AsyncGenerator<string> {
  let after = '00000000-0000-0000-0000-000000000000'
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
