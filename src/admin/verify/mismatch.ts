import type { ArtistTable } from '../archive/table-schemas.ts'

/** A row that does not fit: its table, its key within the artist, and a sentence about the difference. */
export type Mismatch = {
  artistId: string
  table: ArtistTable
  key: Readonly<Record<string, unknown>>
  what: string
}

export type Mismatches = AsyncGenerator<Mismatch, void>
