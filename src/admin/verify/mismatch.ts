import type { ArtistTable } from '../archive/table-schemas.ts'

/**
 * A row that does not fit: its table, what tells it apart from the artist's other rows there, and what is wrong, in
 * words.
 */
export type Mismatch = {
  artistId: string
  table: ArtistTable
  key: Readonly<Record<string, unknown>>
  what: string
}

export type Mismatches = AsyncGenerator<Mismatch, void>
