import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type AnyArtistTable, allArtistTables } from '#src/admin/archive/table-schemas.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { toUtf16 } from '#src/text/utf16.ts'

/** Words that do not occur by accident; in lower case, as the search index keeps them. */
const canary = 'zqcanaryzq'

type TextColumn = { table: AnyArtistTable; column: string; type: 'text' | 'jsonb' | 'bytea' }

/** Every column of an artist that can hold a text, read from the catalogue: a new one cannot be forgotten. */
async function listTextColumns(db: Kysely<DB>): Promise<TextColumn[]> {
  const { rows } = await sql<TextColumn>`
    select c.relname as table, a.attname as column, coalesce(base.typname, t.typname) as type
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    left join pg_type base on base.oid = t.typbasetype
    where c.relnamespace = current_schema()::regnamespace and c.relname = any(${allArtistTables})
      and coalesce(base.typname, t.typname) in ('text', 'jsonb', 'bytea')
    order by 1, 2`.execute(db)
  return rows
}

/**
 * Puts a canary of its own into every text column of the artist, in every row that takes it. A column whose CHECK takes
 * none holds no free text.
 * @returns the columns that took one, and those that refused it for another reason
 */
export async function plantCanaries(db: Kysely<DB>, artistId: string) {
  const [planted, refused]: [string[], string[]] = [[], []]
  for (const { table, column, type } of await listTextColumns(db)) {
    const name = `${table}.${column}`
    const owner = sql.ref(table === 'artists' ? 'id' : 'artist_id')
    const word = `${canary}${planted.length}q`
    const plant = (where: RawBuilder<unknown>) =>
      sql`update ${sql.table(table)} set ${valueWith(column, type, word)} where ${owner} = ${artistId} and ${where}`
        .execute(db)
        .catch((error: unknown) => ((error as { code?: unknown }).code === '23514' ? 'closed' : undefined))
    // In some rows another column allows only null here; other rows of the table accept a text.
    const first = await plant(sql`true`)
    const changed = typeof first === 'object' ? first : await plant(sql`${sql.ref(column)} is not null`)
    if (changed === undefined) refused.push(name)
    else if (changed !== 'closed' && changed.numAffectedRows !== 0n) planted.push(name)
  }
  // Without ANALYZE PostgreSQL would keep no samples of the canaries.
  await sql`analyze`.execute(db)
  return { planted, refused }
}

function valueWith(column: string, type: TextColumn['type'], word: string) {
  const name = sql.ref(column)
  if (type === 'text') return sql`${name} = coalesce(${name}, '') || ${` ${word}`}::text`
  // The bytes of vectors: a CHECK allows whole vectors alone.
  if (type === 'bytea' && column !== 'text_utf16') return sql`${name} = ${name} || ${toUtf16(word)}::bytea || '\\x00'`
  if (type === 'bytea') {
    const bytes = toUtf16(word)
    return sql`${name} = ${name} || ${bytes}::bytea, total_chars = total_chars + ${word.length}`
  }
  const added = sql`${JSON.stringify({ [word]: word })}::jsonb`
  return sql`${name} = case jsonb_typeof(${name}) when 'array' then ${name} || jsonb_build_array(${added}) else coalesce(${name}, '{}') || ${added} end`
}

/** Everything that the database stores in tables, samples of values included, one text a table. */
async function dump(db: Kysely<DB>): Promise<Map<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select oid::regclass::text as name from pg_class
    where relkind in ('r', 'm') and (relnamespace = current_schema()::regnamespace or oid = 'pg_statistic'::regclass)`.execute(
    db,
  )
  const texts = new Map<string, string>()
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} as t`.execute(db)
    texts.set(name, rows.map(({ row }) => row).join('\n'))
  }
  return texts
}

/** The tables that contain a word, as text in any case or as UTF-16. */
export async function listTablesWith(db: Kysely<DB>, word: string): Promise<string[]> {
  const encoded = toUtf16(word).toString('hex')
  return [...(await dump(db))]
    .filter(([, text]) => text.toLowerCase().includes(word) || text.includes(encoded))
    .map(([table]) => table)
}

export const listTablesWithCanaries = (db: Kysely<DB>) => listTablesWith(db, canary)
