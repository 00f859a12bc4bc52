import { type Kysely, sql } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { createUnknownArtist } from '../unknown-names.ts'
import { encodeRow, endRecordType } from './records.ts'
import { readRows } from './rows.ts'
import { refuseUnknownTables, tableSchemas } from './table-schemas.ts'

/**
 * All data of one artist as JSON Lines, in the form that `importRecords` restores; equal states export equal lines on
 * every database. Of the claimants' users only the subject: an administrator's flag is not the artist's data, and an
 * import must not grant it. Run in a repeatable read transaction.
 * @throws Problem `not_found`; `not_configured` for tables of a newer version
 */
export async function* exportArtist(db: Kysely<DB>, artistId: string): AsyncGenerator<string> {
  await refuseUnknownTables(db)
  let lines = 0
  const claimants = db
    .selectFrom('claims as c')
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .select('u.subject')
    .where('c.artist_id', '=', artistId)
    .orderBy(sql`u.subject collate "C"`)
  for (const { subject } of await claimants.execute()) yield JSON.stringify({ type: 'user', subject })
  for (const { table } of Object.values(tableSchemas)) {
    for await (const row of readRows(db, table, artistId)) {
      lines += 1
      yield JSON.stringify(encodeRow(table, row))
    }
    if (lines === 0) throw createUnknownArtist(artistId)
  }
  yield JSON.stringify({ type: endRecordType, artist: artistId, lines })
}
