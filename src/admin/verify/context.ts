import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { type ArtistRow, readRows } from '../archive/rows.ts'
import type { ArtistTable, TableSchema } from '../archive/table-schemas.ts'

/** A row that does not fit: its table, its key within the artist, and a sentence about the difference. */
export type Mismatch = {
  artistId: string
  table: ArtistTable
  key: Readonly<Record<string, unknown>>
  what: string
}

export type Mismatches = AsyncGenerator<Mismatch, void>

/** The verification of one artist. */
export type VerificationContext = {
  db: Kysely<DB>
  artistId: string
  /** The artist's rows in key order. */
  readRows<T extends ArtistTable>(table: T): AsyncGenerator<ArtistRow<T>>
  count(table: ArtistTable): void
  /** @param row has at least the columns of the table's key */
  createFinding<T extends ArtistTable>(table: T, row: Partial<ArtistRow<T>>, what: string): Mismatch
}

/** @param count called for each row that is checked */
export function createVerificationContext(
  db: Kysely<DB>,
  shapes: readonly TableSchema[],
  artistId: string,
  count: (table: ArtistTable) => void = () => {},
): VerificationContext {
  const getShape = <T extends ArtistTable>(table: T) => {
    const shape = shapes.find((candidate): candidate is TableSchema & { table: T } => candidate.table === table)
    if (shape === undefined) throw new RangeError(`No shape was read of ${table}`)
    return shape
  }
  return {
    db,
    artistId,
    count,
    readRows: (table) => readRows(db, getShape(table), artistId),
    createFinding: (table, row, what) => {
      const values: Readonly<Record<string, unknown>> = row
      const key = Object.fromEntries(getShape(table).key.map(({ name }) => [name, values[name]]))
      return { artistId, table, key: table === 'artists' ? { id: artistId } : key, what }
    },
  }
}
