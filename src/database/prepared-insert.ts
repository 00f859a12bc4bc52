import type { Insertable } from 'kysely'
import { type PreparedQuery, prepareQuery } from './prepared-query.ts'
import type { DB } from './tables.gen.ts'

/** The columns of a table that a row must name. */
type RequiredColumn<T extends keyof DB> = keyof {
  [C in keyof Insertable<DB[T]> as undefined extends Insertable<DB[T]>[C] ? never : C]: true
}

/** Inserts one row with these columns; what else the row has is left out. A required column must be among them. */
export const prepareInsert = <T extends keyof DB, C extends keyof Insertable<DB[T]> & string>(
  table: T,
  columns: RequiredColumn<T> extends C ? readonly C[] : never,
): PreparedQuery<Pick<Insertable<DB[T]>, C>, unknown> =>
  prepareQuery((db, row) =>
    db
      .insertInto(table)
      .values(Object.fromEntries((columns as readonly C[]).map((column) => [column, row[column]])) as Insertable<DB[T]>)
      .compile(),
  )
