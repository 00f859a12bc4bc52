import { type Kysely, type Selectable, sql } from 'kysely'
import { type PreparedQuery, prepareQuery } from '#src/database/prepared-query.ts'
import { runQuery } from '#src/database/query.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { type ArtistTable, type Column, getOwnerColumn, tableSchemas } from './table-schemas.ts'

export type ArtistRow<T extends ArtistTable> = Selectable<DB[T]>

/** Rows that are read at once: a text can take 8 MB; five hundred other rows are a megabyte or two. */
const rowsAtOnce = { texts: 1, other: 500 }

/**
 * One artist's rows of a table in key order, `user_id` replaced by the user's subject. The first come by one statement,
 * since few artists have more; the others through a cursor, which exists only in a transaction: in a repeatable read one
 * all tables are of the same moment.
 */
export async function* readRows<T extends ArtistTable>(
  trx: Kysely<DB>,
  table: T,
  artistId: string,
): AsyncGenerator<ArtistRow<T>> {
  const { count, selectFirst } = firstRows[table]
  const cursor = sql.ref(`rows_of_${table}`)
  let rows = await runQuery(trx, selectFirst({ artistId }))
  yield* rows as ArtistRow<T>[]
  if (rows.length < count) return
  await sql`declare ${cursor} no scroll cursor for ${selectRows(table, artistId)} offset ${sql.lit(count)}`.execute(trx)
  do {
    rows = (await sql<ArtistRow<T>>`fetch ${sql.lit(count)} from ${cursor}`.execute(trx)).rows
    yield* rows as ArtistRow<T>[]
  } while (rows.length === count)
  await sql`close ${cursor}`.execute(trx)
}

function selectRows(table: ArtistTable, artistId: string) {
  const { columns, key } = tableSchemas[table]
  const selected = columns.map((column) => sql`${selectColumn(column)} as ${sql.ref(column.name)}`)
  const owner = sql.ref(getOwnerColumn(table))
  return sql`
    select ${sql.join(selected)} from ${sql.table(table)} where ${owner} = ${artistId}
    order by ${sql.join([owner, ...key.map(selectOrder)])}`
}

const selectColumn = ({ name, type }: Column) =>
  type === 'user' ? sql`(select subject from users where users.id = ${sql.ref(name)})` : sql.ref(name)

/** Texts in byte order: an export must not depend on the database's collation. */
const selectOrder = (column: Column) =>
  column.type === 'text' || column.type === 'user' ? sql`${selectColumn(column)} collate "C"` : selectColumn(column)

type FirstRows = {
  /** Rows that each statement reads. */
  count: number
  selectFirst: PreparedQuery<{ artistId: string }, unknown>
}

const firstRows = Object.fromEntries(
  Object.values(tableSchemas).map(({ table, columns }) => {
    const count = columns.some(({ type }) => type === 'bytea') ? rowsAtOnce.texts : rowsAtOnce.other
    const selectFirst = prepareQuery((db, { artistId }: { artistId: string }) =>
      sql`${selectRows(table, artistId)} limit ${sql.lit(count)}`.compile(db),
    )
    return [table, { count, selectFirst }]
  }),
) as unknown as Readonly<Record<ArtistTable, FirstRows>>
