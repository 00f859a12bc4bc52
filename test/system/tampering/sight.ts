import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { Column, TableSchema } from '#src/admin/archive/table-schemas.ts'
import { verifyArtist } from '#src/admin/verify/artist.ts'
import type { Mismatch } from '#src/admin/verify/mismatch.ts'
import type { DB } from '#src/database/tables.gen.ts'

/** What verify named first, that it named nothing, or that the database refused such a value. */
export type VerifyOutcome = Mismatch | 'unseen' | 'refused'

export type Row = Record<string, unknown>

/** Changes data behind the service's back, verifies the artists, and reverts it. */
export async function verifyHarmed(
  db: Kysely<DB>,
  shapes: readonly TableSchema[],
  artistIds: readonly string[],
  harm: (trx: Transaction<DB>) => Promise<unknown>,
): Promise<VerifyOutcome> {
  let seen: VerifyOutcome = 'unseen'
  const undone = new Error('It is taken back')
  try {
    await db.transaction().execute(async (trx) => {
      await harm(trx)
      for (const artistId of artistIds) {
        for await (const finding of verifyArtist(trx, shapes, artistId)) {
          seen = finding
          throw undone
        }
      }
      throw undone
    })
  } catch (error) {
    // 22: no such value of the type; 23: the primary key or NOT NULL.
    if (error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '')) return 'refused'
    if (error !== undone) throw error
  }
  return seen
}

/** The place of a row: its artist and its key. */
export function matchRow({ table, key }: TableSchema, artistId: string, row: Row): RawBuilder<unknown> {
  const owner = table === 'artists' ? sql`id` : sql`artist_id`
  const parts = key.map(({ name, kind }) =>
    kind === 'user'
      ? sql`${sql.ref(name)} = (select id from users where subject = ${row[name]})`
      : sql`${sql.ref(name)} = ${row[name]}`,
  )
  return sql`${sql.join([sql`${owner} = ${artistId}`, ...parts], sql` and `)}`
}

/** The value as the driver takes it for the column. */
export function formatValue({ kind }: Column, value: unknown): RawBuilder<unknown> {
  if (kind === 'user') return sql`(select id from users where subject = ${value})`
  return sql`${kind === 'json' && value !== null ? JSON.stringify(value) : value}`
}
