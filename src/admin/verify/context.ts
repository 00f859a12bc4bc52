import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { type ArtistRow, readRows } from '../archive/rows.ts'
import type { ArtistTable, TableSchema } from '../archive/table-schemas.ts'
import type { Mismatch } from './mismatch.ts'

/** One artist being verified. */
export type VerificationContext = {
  db: Kysely<DB>
  artistId: string
  /** The artist's rows in the order of their keys. */
  rows<T extends ArtistTable>(table: T): AsyncGenerator<ArtistRow<T>>
  finding<T extends ArtistTable>(table: T, key: Partial<ArtistRow<T>>, what: string): Mismatch
}

/** @param counted told of each row that is read */
export function createVerificationContext(
  db: Kysely<DB>,
  shapes: readonly TableSchema[],
  artistId: string,
  counted: (table: ArtistTable) => void = () => {},
): VerificationContext {
  return {
    db,
    artistId,
    rows: async function* <T extends ArtistTable>(table: T) {
      const shape = shapes.find((candidate): candidate is TableSchema & { table: T } => candidate.table === table)
      if (shape === undefined) throw new RangeError(`No shape was read of ${table}`)
      for await (const row of readRows(db, shape, artistId)) {
        counted(table)
        yield row
      }
    },
    finding: (table, key, what) => ({ artistId, table, key, what }),
  }
}

/**
 * Deals out rows that are ordered by what they belong to, one group at a time. Groups must be asked for in that order,
 * and each read to its end before the next.
 */
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

export const isSameInstant = (a: Date | null, b: Date | null): boolean => a?.getTime() === b?.getTime()

/**
 * Whether a revision is that of a content. One that cannot be hashed, such as half a surrogate pair or JSON of another
 * form, was never stored by this service: it has no revision, so none fits it.
 */
export function revisionMatches(revision: string, recompute: () => string): boolean {
  try {
    return recompute() === revision
  } catch {
    return false
  }
}
