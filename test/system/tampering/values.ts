import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { Column, TableSchema } from '#src/admin/archive/table-schemas.ts'
import { verifyArtist } from '#src/admin/verify/artist.ts'
import type { Mismatch } from '#src/admin/verify/context.ts'
import type { DB } from '#src/database/tables.gen.ts'
import type { Random } from '../../text/seed.ts'

/** Other values of a column: as near as possible, null, and another row's. A key is changed to an unused one. */
export function buildOtherValues(
  value: unknown,
  column: Column,
  others: readonly unknown[],
  random: Random,
): unknown[] {
  const near = column.isKey && typeof value === 'number' ? value + 1_000 : alterSlightly(value, column.type, random)
  const candidates = column.type === 'user' ? [...others] : [near, random.pick(others)]
  if (column.type === 'text' && typeof value === 'string') candidates.push(...buildSimilarTexts(value))
  if (typeof value === 'number') candidates.push(value - 1, 0)
  if (value instanceof Date) candidates.push(new Date(value.getTime() - 3_600_000))
  if (column.isNullable) candidates.push(null)
  const seen = new Set([formatKey(value)])
  return candidates.filter((candidate) => !seen.has(formatKey(candidate)) && seen.add(formatKey(candidate)))
}

const formatKey = (value: unknown) =>
  Buffer.isBuffer(value) ? value.toString('hex') : (JSON.stringify(value) ?? 'undefined')

/** What a reader would take for the same text. */
const buildSimilarTexts = (text: string) => [
  `${text} `,
  text.normalize('NFD'),
  text.toUpperCase(),
  text.replaceAll('\r', ''),
]

/**
 * Another value of the same kind, as near to the old one as possible: one character, one bit, one millisecond, one
 * more.
 */
function alterSlightly(value: unknown, type: Column['type'], random: Random): unknown {
  if (value instanceof Date) return new Date(value.getTime() + 1)
  if (Buffer.isBuffer(value)) return flipOneBit(value, random)
  if (typeof value === 'string') return type === 'uuid' ? replaceOneDigit(value) : replaceOneCharacter(value, random)
  if (typeof value === 'number') return value + 1
  if (typeof value === 'boolean') return !value
  if (value === null) return buildFromNothing(type)
  return replaceOneLeaf(value ?? {}, random)
}

function flipOneBit(bytes: Buffer, random: Random): Buffer {
  const flipped = Buffer.from(bytes)
  const at = random.below(flipped.length)
  flipped[at] = (flipped[at] ?? 0) ^ (1 << random.below(8))
  return flipped
}

function replaceOneCharacter(text: string, random: Random): string {
  if (text === '') return 'x'
  const characters = [...text]
  const at = random.below(characters.length)
  const hex = '0123456789abcdef'
  const digit = hex.indexOf(characters[at] ?? '')
  characters[at] = digit < 0 ? (characters[at] === 'x' ? 'y' : 'x') : (hex[(digit + 1) % hex.length] ?? '')
  return characters.join('')
}

/** The last character of an id, so that it stays one. */
const replaceOneDigit = (id: string) => `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`

function buildFromNothing(type: Column['type']): unknown {
  if (type === 'timestamptz') return new Date()
  if (type === 'bool') return true
  if (type === 'int4') return 1
  if (type === 'uuid') return '0197c000-0000-7000-8000-00000000beef'
  if (type === 'jsonb') return {}
  return '0'.repeat(64)
}

/** A leaf of a JSON value changed; an empty one gets content. */
function replaceOneLeaf(value: object, random: Random): unknown {
  const keys = Object.keys(value)
  if (keys.length === 0) return Array.isArray(value) ? [1] : { more: 1 }
  const key = random.pick(keys)
  const leaf = alterSlightly(value[key as keyof typeof value], 'jsonb', random)
  return Array.isArray(value) ? Object.assign([...value], { [key]: leaf }) : { ...value, [key]: leaf }
}

/** What verify named first, that it named nothing, or that the database refused such a value. */
export type VerifyOutcome = Mismatch | 'unseen' | 'refused'

export type Row = Record<string, unknown>

/** Changes data behind the service's back, verifies the artists, and reverts it. */
export async function verifyHarmed(
  db: Kysely<DB>,
  artistIds: readonly string[],
  harm: (trx: Transaction<DB>) => Promise<unknown>,
): Promise<VerifyOutcome> {
  let seen: VerifyOutcome = 'unseen'
  const undone = new Error('It is taken back')
  try {
    await db.transaction().execute(async (trx) => {
      await harm(trx)
      for (const artistId of artistIds) {
        for await (const finding of verifyArtist(trx, artistId)) {
          seen = finding
          throw undone
        }
      }
      throw undone
    })
  } catch (error) {
    // 22: no such value of the type; 23: the primary key or NOT NULL.
    if (error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '')) return 'refused'
    if (error !== undone) throw error
  }
  return seen
}

/** The place of a row: its artist and its key. */
export function matchRow({ table, key }: TableSchema, artistId: string, row: Row): RawBuilder<unknown> {
  const owner = table === 'artists' ? sql`id` : sql`artist_id`
  const parts = key.map(({ name, type }) =>
    type === 'user'
      ? sql`${sql.ref(name)} = (select id from users where subject = ${row[name]})`
      : sql`${sql.ref(name)} = ${row[name]}`,
  )
  return sql`${sql.join([sql`${owner} = ${artistId}`, ...parts], sql` and `)}`
}

/** The value as the driver takes it for the column. */
export function formatValue({ type }: Column, value: unknown): RawBuilder<unknown> {
  if (type === 'user') return sql`(select id from users where subject = ${value})`
  return sql`${type === 'jsonb' && value !== null ? JSON.stringify(value) : value}`
}

/**
 * Drops every CHECK, foreign key and unique constraint but the primary keys: a failing disk ignores them, and a writer
 * of the whole database can drop them. Findings from here on come from verify alone.
 */
export async function dropGuards(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ table: string; name: string }>`
    select conrelid::regclass::text as table, conname as name from pg_constraint
    where connamespace = current_schema()::regnamespace and contype in ('c', 'f', 'u') and conrelid <> 0
    order by contype = 'u'`.execute(db)
  for (const { table, name } of rows) {
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)} cascade`.execute(db)
  }
  const { rows: domains } = await sql<{ domain: string; name: string }>`
    select contypid::regtype::text as domain, conname as name from pg_constraint
    where connamespace = current_schema()::regnamespace and contype = 'c' and contypid <> 0`.execute(db)
  for (const { domain, name } of domains) {
    await sql`alter domain ${sql.ref(domain)} drop constraint ${sql.ref(name)}`.execute(db)
  }
  const { rows: indexes } = await sql<{ name: string }>`
    select indexrelid::regclass::text as name from pg_index join pg_class on pg_class.oid = indrelid
    where relnamespace = current_schema()::regnamespace and indisunique and not indisprimary`.execute(db)
  for (const { name } of indexes) await sql`drop index ${sql.ref(name)}`.execute(db)
  return rows.length + domains.length + indexes.length
}

/** Every column of every table, from the database's catalogue. */
export async function listColumns(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname || '.' || a.attname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
    order by 1`.execute(db)
  return rows.map(({ name }) => name)
}
