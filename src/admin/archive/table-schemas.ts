import type { Kysely } from 'kysely'
import { Problem } from '#src/contract/problems/problem.ts'
import { tableColumns } from '#src/database/columns.gen.ts'
import { listUnknownMigrations } from '#src/database/migrations/migrate.ts'
import type { DB } from '#src/database/tables.gen.ts'

/** Tables of an artist that an export excludes, and why. */
const excludedTables = {
  search_documents: 'the index of search is made from the texts, and made again where it is missing',
  search_postings: 'the index of search',
  search_segments: 'the index of search',
  search_vector_documents: 'the vectors of search are made from the texts, and made again where they are missing',
  search_vectors: 'the vectors of search',
  daily_spend: 'what was spent here binds this deployment alone',
  job_pauses: 'what an operator has paused here binds this deployment alone',
} as const satisfies Partial<Record<keyof DB, string>>

/** Tables whose rows belong to an artist. */
export type ArtistTable =
  | 'artists'
  | Exclude<{ [T in keyof DB]: 'artist_id' extends keyof DB[T] ? T : never }[keyof DB], keyof typeof excludedTables>

/**
 * The record type of each table, in an order that foreign keys allow to restore. The type requires every table with an
 * `artist_id`, so a table added by a migration does not compile until it is listed.
 */
const recordTypes = {
  artists: 'kept:artist',
  audit_events: 'kept:audit',
  claims: 'kept:claim',
  sources: 'kept:source',
  source_revisions: 'kept:sourceRevision',
  discoveries: 'kept:discovery',
  interview_sessions: 'kept:session',
  interview_entries: 'kept:entry',
  response_versions: 'kept:version',
  interview_boundaries: 'kept:boundary',
  corrections: 'kept:correction',
  correction_versions: 'kept:correctionVersion',
  lore_versions: 'kept:lore',
  social_posts: 'kept:post',
  releases: 'kept:release',
  artist_profiles: 'kept:profile',
  onboarding: 'kept:onboarding',
  artist_research_jobs: 'kept:job',
} as const satisfies Record<ArtistTable, `kept:${string}`>

const artistTables = Object.keys(recordTypes) as ArtistTable[]

export type AnyArtistTable = ArtistTable | keyof typeof excludedTables

/** Every table with rows of an artist, in an order in which foreign keys allow to empty them. */
export const allArtistTables = [...Object.keys(excludedTables), ...artistTables.toReversed()] as AnyArtistTable[]

type ValueOf<T> = T extends unknown ? T[keyof T] : never

/** The type in PostgreSQL, or `user` for the id of a user, of whom a record has the subject. */
type ColumnType = ValueOf<ValueOf<Pick<typeof tableColumns, ArtistTable>>>['type'] | 'user'

export type Column = {
  name: string
  /** Its name in a record. */
  field: string
  type: ColumnType
  isNullable: boolean
  /** In the primary key. */
  isKey: boolean
}

export type TableSchema = {
  table: ArtistTable
  /** That of its records. */
  type: (typeof recordTypes)[ArtistTable]
  columns: Column[]
  /** Identifies a row among those of the artist: the primary key without the artist. */
  key: Column[]
}

/** The column that names the artist. */
export const getOwnerColumn = (table: AnyArtistTable) => (table === 'artists' ? 'id' : 'artist_id')

/** Fields of a record that are not named as their columns, since they hold something else or are the record's own. */
const fieldNames: Readonly<Record<string, string>> = { artist_id: 'artist', text_utf16: 'text', user_id: 'subject' }

/** Column name to field name: in camelCase, if it has no other. `type` is taken by the record's own type. */
function formatField(table: ArtistTable, name: string): string {
  if (name === 'type') return `${recordTypes[table].slice('kept:'.length)}Type`
  return fieldNames[name] ?? toCamelCase(name)
}

export const toCamelCase = (column: string) => column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** The schema of each table of an artist, in restore order: an export has every column without a list to maintain. */
export const tableSchemas = Object.fromEntries(
  artistTables.map((table) => [table, buildTableSchema(table)]),
) as Readonly<Record<ArtistTable, TableSchema>>

function buildTableSchema(table: ArtistTable): TableSchema {
  const columns = Object.entries<Omit<Column, 'name' | 'field'>>(tableColumns[table]).map(([name, column]) => {
    const type: ColumnType = name === 'user_id' ? 'user' : column.type
    return { ...column, type, name, field: formatField(table, name) }
  })
  const key = columns.filter(({ name, isKey }) => isKey && name !== getOwnerColumn(table))
  return { table, type: recordTypes[table], columns, key }
}

/**
 * What a newer version has added would be missing in an export, left empty by a restore, and left behind by an erasure.
 * @throws Problem `not_configured` naming the migrations of a newer version
 */
export async function refuseUnknownTables(db: Kysely<DB>): Promise<void> {
  const unknown = await listUnknownMigrations(db)
  if (unknown.length === 0) return
  const message = `The database has ${unknown.join(', ')} of a newer version; use that version's command`
  throw new Problem('not_configured', { message })
}
