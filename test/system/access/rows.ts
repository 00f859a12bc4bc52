import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'

/** Every table with rows of an artist, from the database's catalogue. */
async function listArtistTables(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'artist_id' order by 1`.execute(db)
  return rows.map(({ name }) => name)
}

export type SavedRows = { table: string; row: Record<string, unknown> }

/** All rows of an artist as JSON, including the row of `artists`. */
export async function readArtistRows(db: Kysely<DB>, artistId: string): Promise<SavedRows[]> {
  const saved: SavedRows[] = []
  for (const [table, column] of [
    ['artists', 'id'],
    ...(await listArtistTables(db)).map((name) => [name, 'artist_id']),
  ]) {
    const { rows } = await sql<{
      row: SavedRows['row']
    }>`select to_jsonb(t) as row from ${sql.table(String(table))} as t
      where ${sql.ref(String(column))} = ${artistId} order by to_jsonb(t)::text`.execute(db)
    saved.push(...rows.map(({ row }) => ({ table: String(table), row })))
  }
  return saved
}

/** Changes with any change of any row of the artist. */
export const computeFingerprint = async (db: Kysely<DB>, artistId: string): Promise<string> =>
  createHash('sha256')
    .update(JSON.stringify(await readArtistRows(db, artistId)))
    .digest('hex')
