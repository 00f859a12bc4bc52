import { type Kysely, sql } from 'kysely'
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
const types = {
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

export type AnyArtistTable = ArtistTable | keyof typeof excludedTables

/** Every table with rows of an artist, in an order in which foreign keys allow to empty them. */
export const allArtistTables = [...Object.keys(excludedTables), ...Object.keys(types).toReversed()] as AnyArtistTable[]

export type ExportRecordType = (typeof types)[ArtistTable]

/** How a column's values are encoded in a record. */
export type ColumnKind = 'uuid' | 'text' | 'integer' | 'flag' | 'instant' | 'json' | 'utf16' | 'user'

export type Column = {
  name: string
  /** Its name in a record. */
  field: string
  kind: ColumnKind
  nullable: boolean
  /** In the primary key. */
  keyPosition: number | null
}

export type TableSchema = {
  table: ArtistTable
  type: ExportRecordType
  columns: Column[]
  /** Identifies a row among those of the artist: the primary key without the artist. */
  key: Column[]
}

/** PostgreSQL types used by the schema. `bytea` holds only texts. */
const kinds: Readonly<Record<string, ColumnKind>> = {
  uuid: 'uuid',
  text: 'text',
  int4: 'integer',
  bool: 'flag',
  timestamptz: 'instant',
  jsonb: 'json',
  bytea: 'utf16',
}

type CatalogueRow = { table: ArtistTable; name: string; type: string; nullable: boolean; keyPosition: number | null }

/**
 * The schema of every table of an artist in restore order, read from PostgreSQL's catalogue: an export has every column
 * without a list to maintain.
 */
export async function readTableSchemas(db: Kysely<DB>): Promise<TableSchema[]> {
  const tables = Object.keys(types) as ArtistTable[]
  const { rows } = await sql<CatalogueRow>`
    select c.relname as table, a.attname as name, coalesce(base.typname, t.typname) as type, not a.attnotnull as nullable,
      array_position(i.indkey::int2[], a.attnum) as "keyPosition"
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    -- Of a domain: what it is made of.
    left join pg_type base on base.oid = t.typbasetype
    left join pg_index i on i.indrelid = c.oid and i.indisprimary
    where c.relnamespace = current_schema()::regnamespace and c.relname = any(${tables})
    order by a.attnum`.execute(db)
  return tables.map((table) =>
    buildTableSchema(
      table,
      rows.filter((row) => row.table === table),
    ),
  )
}

function buildTableSchema(table: ArtistTable, rows: CatalogueRow[]): TableSchema {
  const columns = rows.map(({ name, type, nullable, keyPosition }) => ({
    name,
    field: formatField(table, name),
    kind: findKind(table, name, type),
    nullable,
    keyPosition,
  }))
  const key = columns
    .filter(({ name, keyPosition }) => keyPosition !== null && name !== getOwnerColumn(table))
    .sort((a, b) => (a.keyPosition ?? 0) - (b.keyPosition ?? 0))
  return { table, type: types[table], columns, key }
}

/** The column that names the artist. */
export const getOwnerColumn = (table: AnyArtistTable) => (table === 'artists' ? 'id' : 'artist_id')

function findKind(table: ArtistTable, name: string, type: string): ColumnKind {
  if (name === 'user_id') return 'user'
  const kind = kinds[type]
  if (kind === undefined) throw new TypeError(`An export has no way to write ${table}.${name}, which is ${type}`)
  return kind
}

/** Fields of a record that are not named as their columns, since they hold something else or are the record's own. */
const fieldNames: Readonly<Record<string, string>> = { artist_id: 'artist', text_utf16: 'text', user_id: 'subject' }

/** Column name to field name: in camelCase, if it has no other. `type` is taken by the record's own type. */
function formatField(table: ArtistTable, name: string): string {
  if (name === 'type') return `${types[table].slice('kept:'.length)}Type`
  return fieldNames[name] ?? toCamelCase(name)
}

export const toCamelCase = (column: string) => column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
