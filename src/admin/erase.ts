import { type Kysely, sql, type Transaction } from 'kysely'
import { requireOneRow } from '#src/database/query.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { transact } from '#src/database/transaction.ts'
import { type AnyArtistTable, allArtistTables, getOwnerColumn, refuseUnknownTables } from './archive/table-schemas.ts'
import { type AuditHead, listAuditHeads } from './audit-heads.ts'
import { findErasure, recordErasure } from './erasures.ts'
import { type Operator, openOperatorLog } from './operator-log.ts'
import { createUnknownArtist } from './unknown-names.ts'

/** Rows by table, of those that have any. */
export type RowCounts = Partial<Record<AnyArtistTable, number>>

/**
 * Whom an erasure would remove.
 * @returns undefined when the artist has been erased before
 * @throws Problem `not_found` when there is no such artist and never was one that was erased
 */
export async function findErasable(db: Kysely<DB>, artistId: string): Promise<{ name: string } | undefined> {
  const artist = await db.selectFrom('artists').select('name').where('id', '=', artistId).executeTakeFirst()
  if (artist === undefined && (await findErasure(db, artistId)) === undefined) throw createUnknownArtist(artistId)
  return artist
}

type Erasing = { artistId: string; because: string; operator?: Operator }

export type Erased = { outcome: 'erased' | 'unchanged'; rows: RowCounts; head: AuditHead }

/**
 * Removes everything of one artist in one transaction, with an event of the operators' log that has the counts and the
 * last head. The artist's lock comes first: a concurrent change waits for it and then fails on its foreign key; a
 * running slice has lost its lease with its job. Repeated, it changes nothing.
 * @throws Problem `not_found`; `not_configured` for tables of a newer version
 */
export const eraseArtist = (db: Kysely<DB>, { artistId, because, operator }: Erasing): Promise<Erased> =>
  transact(db, async (trx) => {
    await refuseUnknownTables(trx)
    const log = await openOperatorLog(trx, operator)
    const artist = await trx
      .selectFrom('artists')
      .select('id')
      .where('id', '=', artistId)
      .forUpdate()
      .executeTakeFirst()
    if (artist === undefined) {
      const erasure = await findErasure(trx, artistId)
      if (erasure === undefined) throw createUnknownArtist(artistId)
      return { outcome: 'unchanged', rows: erasure.rows, head: erasure.head }
    }
    const head = requireOneRow(await listAuditHeads(trx, artistId))
    const rows = await deleteRows(trx, artistId)
    await recordErasure(log, { artistId, because, rows, head })
    return { outcome: 'erased', rows, head }
  })

async function deleteRows(trx: Transaction<DB>, artistId: string): Promise<RowCounts> {
  const rows: RowCounts = {}
  for (const table of allArtistTables) {
    const { numAffectedRows } =
      await sql`delete from ${sql.table(table)} where ${sql.ref(getOwnerColumn(table))} = ${artistId}`.execute(trx)
    if (numAffectedRows) rows[table] = Number(numAffectedRows)
  }
  return rows
}

/**
 * Removes what PostgreSQL keeps of deleted rows: their versions on the pages, and values that ANALYZE has sampled. A
 * table that is left without a row keeps its sample unless it is cleared, which servers before 18 cannot.
 */
export async function purgeDeletedRows(db: Kysely<DB>): Promise<void> {
  await sql`
    do $$ begin
      if current_setting('server_version_num')::int >= 180000 then
        perform pg_clear_attribute_stats(schemaname, tablename, attname, inherited)
        from pg_stats where schemaname = current_schema() and tablename = any(${sql.lit(`{${allArtistTables.join()}}`)});
      end if;
    end $$`.execute(db)
  for (const table of allArtistTables) await sql`vacuum (analyze) ${sql.table(table)}`.execute(db)
}
