import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { type ArtistRow, readRows } from '../archive/rows.ts'
import { type ArtistTable, tableSchemas } from '../archive/table-schemas.ts'
import { EventIndex } from './event-index.ts'

/**
 * A row that does not fit: its table, its key within the artist, and a sentence about the difference. Without an artist
 * it is about the operators' log.
 */
export type Mismatch = {
  artistId: string | null
  table: ArtistTable | 'operator_events' | 'operator_log' | 'users'
  key: Readonly<Record<string, unknown>>
  what: string
}

export type Mismatches = AsyncGenerator<Mismatch, void>

export type VerificationContext = ReturnType<typeof createVerificationContext>

/** The verification of one artist. */
export const createVerificationContext = (db: Kysely<DB>, artistId: string) => ({
  /** The events of the trail, once it has been checked. */
  trail: new EventIndex(),
  /** The artist's questions by id, which their versions are compared with. */
  entries: new Map<string, ArtistRow<'interview_entries'>>(),
  /** The artist's rows in key order. */
  readRows: <T extends ArtistTable>(table: T) => readRows(db, table, artistId),
  /** @param row has at least the columns of the table's key */
  createFinding: <T extends ArtistTable>(table: T, row: Partial<ArtistRow<T>>, what: string): Mismatch => {
    const values: Readonly<Record<string, unknown>> = row
    const key = Object.fromEntries(tableSchemas[table].key.map(({ name }) => [name, values[name]]))
    return { artistId, table, key: table === 'artists' ? { id: artistId } : key, what }
  },
})
