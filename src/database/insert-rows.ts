import { type Insertable, type Kysely, sql } from 'kysely'
import type { DB } from './tables.gen.ts'

/** A row as JSON: an object or array where the column is `jsonb`; a Date is written as its ISO form. */
export type JsonRow<T extends keyof DB> = { [C in keyof Insertable<DB[T]>]: unknown }

/** Rows of one statement: the server holds its parameter, of some megabytes at most, in memory. */
const rowsMax = 1_000

/**
 * Inserts many rows by statements of one parameter each, whose text is the same for every number of rows. Where a row
 * lacks a column of another it has null there.
 * @returns what `returning` selects of the rows that were inserted
 */
export async function insertRows<T extends keyof DB, Row = never>(
  db: Kysely<DB>,
  table: T,
  rows: readonly JsonRow<T>[],
  { onConflict = sql``, returning = sql`` } = {},
): Promise<Row[]> {
  const names = new Set(rows.flatMap((row) => Object.keys(row)))
  const columns = sql.join([...names].map((name) => sql.ref(name)))
  const returned: Row[] = []
  for (let at = 0; at < rows.length; at += rowsMax) {
    const json = JSON.stringify(rows.slice(at, at + rowsMax))
    const result = await sql<Row>`
      insert into ${sql.table(table)} (${columns})
      select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${json}) ${onConflict} ${returning}`.execute(
      db,
    )
    returned.push(...result.rows)
  }
  return returned
}
