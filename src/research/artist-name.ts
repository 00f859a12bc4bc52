import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'

export async function findArtistName(db: Kysely<DB>, artistId: string): Promise<string> {
  const { name } = await db.selectFrom('artists').select('name').where('id', '=', artistId).executeTakeFirstOrThrow()
  return name
}
