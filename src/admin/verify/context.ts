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
  /** @param row has at least the columns of the table's key */
  createFinding<T extends ArtistTable>(table: T, row: Partial<ArtistRow<T>>, what: string): Mismatch
}

/** @param counted called for each row read */
export function createVerificationContext(
  db: Kysely<DB>,
  shapes: readonly TableSchema[],
  artistId: string,
  counted: (table: ArtistTable) => void = () => {},
): VerificationContext {
  const getShape = <T extends ArtistTable>(table: T) => {
    const shape = shapes.find((candidate): candidate is TableSchema & { table: T } => candidate.table === table)
    if (shape === undefined) throw new RangeError(`No shape was read of ${table}`)
    return shape
  }
  return {
    db,
    artistId,
    readRows: async function* (table) {
      for await (const row of readRows(db, getShape(table), artistId)) {
        counted(table)
        yield row
      }
    },
    createFinding: (table, row, what) => {
      const values: Readonly<Record<string, unknown>> = row
      const key = Object.fromEntries(getShape(table).key.map(({ name }) => [name, values[name]]))
      return { artistId, table, key: table === 'artists' ? { id: artistId } : key, what }
    },
  }
}

/** Splits rows ordered by group into groups. Request groups in that order, and read each to its end first. */
export function groupConsecutive<R>(
  rows: AsyncGenerator<R>,
  belongsTo: (row: R) => string,
): (id: string) => AsyncGenerator<R> {
  let next: Promise<IteratorResult<R>> | undefined
  return async function* (id) {
    for (;;) {
      next ??= rows.next()
      const { value, done } = await next
      if (done === true || belongsTo(value) !== id) return
      next = undefined
      yield value
    }
  }
}

/** The first column of a row that does not hold what it should; an absent detail of an event is null in a row. */
export function findDifference<Row extends object>(
  row: Row,
  expected: { [Column in keyof Row]?: unknown },
): string | undefined {
  const comparable = (value: unknown) => (value instanceof Date ? value.getTime() : (value ?? null))
  const columns = Object.keys(expected) as (keyof Row & string)[]
  return columns.find((column) => comparable(row[column]) !== comparable(expected[column]))
}

/**
 * Whether a revision is that of a content. Content that cannot be hashed (a lone surrogate, unexpected JSON) was never
 * stored by this service, so no revision matches it.
 */
export function revisionMatches(revision: string, recompute: () => string): boolean {
  try {
    return recompute() === revision
  } catch {
    return false
  }
}
