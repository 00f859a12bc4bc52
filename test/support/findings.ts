import type { Kysely } from 'kysely'
import { verifyArtist } from '#src/admin/verify/artist.ts'
import type { DB } from '#src/database/tables.gen.ts'

/** Everything that `verify` finds of an artist. */
export const listFindings = (db: Kysely<DB>, artistId: string) =>
  db.transaction().execute(async (trx) => await Array.fromAsync(verifyArtist(trx, artistId)))
