import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import { type PreparedQuery, prepareQuery } from '#src/database/prepared-query.ts'
import { runQuery } from '#src/database/query.ts'
import type { DB } from '#src/database/tables.gen.ts'
import type { ArtistTable, Column, TableSchema } from './table-schemas.ts'

export type ArtistRow<T extends ArtistTable> = Selectable<DB[T]>

/** A text can take 8 MB, so they are read one at a time; five hundred other rows are a megabyte or two. */
const pageRows = { texts: 1, other: 500 }

/**
 * One artist's rows of a table in key order, page by page; `user_id` is replaced by the user's subject. A repeatable
 * read transaction makes the tables consistent with each other.
 */
export async function* readRows<T extends ArtistTable>(
  db: Kysely<DB>,
  shape: TableSchema & { table: T },
  artistId: string,
): AsyncGenerator<ArtistRow<T>> {
  const limit = shape.columns.some(({ kind }) => kind === 'utf16') ? pageRows.texts : pageRows.other
  let last: ArtistRow<T> | undefined
  do {
    const rows: ArtistRow<T>[] =
      last === undefined
        ? await runQuery(db, prepareFirstPage(shape, limit)({ artistId }))
        : (await selectPage(shape, artistId, last, limit).execute(db)).rows
    yield* rows
    last = rows.length < limit ? undefined : rows.at(-1)
  } while (last !== undefined && shape.key.length > 0)
}

type FirstPage<T extends ArtistTable> = PreparedQuery<{ artistId: string }, ArtistRow<T>>

const firstPages = new WeakMap<TableSchema, unknown>()

/** Most artists have one page of a table; a command over all artists sends it thousands of times. */
function prepareFirstPage<T extends ArtistTable>(shape: TableSchema & { table: T }, limit: number): FirstPage<T> {
  const known = firstPages.get(shape) as FirstPage<T> | undefined
  if (known !== undefined) return known
  const firstPage: FirstPage<T> = prepareQuery((db, { artistId }) =>
    selectPage(shape, artistId, undefined, limit).compile(db),
  )
  firstPages.set(shape, firstPage)
  return firstPage
}

function selectPage<T extends ArtistTable>(
  { table, columns, key }: TableSchema & { table: T },
  artistId: string,
  last: ArtistRow<T> | undefined,
  limit: number,
): RawBuilder<ArtistRow<T>> {
  const selected = columns.map((column) => sql`${selectColumn(column)} as ${sql.ref(column.name)}`)
  const owner = sql.ref(table === 'artists' ? 'id' : 'artist_id')
  const after =
    last === undefined
      ? sql``
      : sql`and ${buildTuple(key.map(selectOrder))} > ${buildTuple(key.map(({ name }) => sql`${last[name as keyof ArtistRow<T>]}`))}`
  const ordered = key.length === 0 ? sql`` : sql`order by ${sql.join(key.map(selectOrder))}`
  return sql<ArtistRow<T>>`
    select ${sql.join(selected)} from ${sql.table(table)} where ${owner} = ${artistId} ${after} ${ordered} limit ${limit}`
}

const buildTuple = (parts: RawBuilder<unknown>[]) => sql`(${sql.join(parts)})`

const selectColumn = ({ name, kind }: Column) =>
  kind === 'user' ? sql`(select subject from users where users.id = ${sql.ref(name)})` : sql`${sql.ref(name)}`

/** Texts in byte order: an export must not depend on the database's collation. */
const selectOrder = (column: Column) =>
  column.kind === 'text' || column.kind === 'user' ? sql`${selectColumn(column)} collate "C"` : selectColumn(column)
