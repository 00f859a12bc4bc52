import { type Kysely, type RawBuilder, sql } from 'kysely'
import { readRows } from '#src/admin/archive/rows.ts'
import { type Column, type TableSchema, tableSchemas } from '#src/admin/archive/table-schemas.ts'
import type { DB } from '#src/database/tables.gen.ts'
import type { Random } from '../../text/seed.ts'
import { uncoveredTables } from './uncovered.ts'
import { buildOtherValues, formatValue, matchRow, type Row, type VerifyOutcome, verifyHarmed } from './values.ts'

/** The results of the changes of one column. */
type ColumnCounts = { column: string; named: number; unseen: string[] }

type Subject = {
  db: Kysely<DB>
  artistId: string
  otherId: string
  random: Random
}

/** How many rows of a table are drawn for each of its columns, and how many values each gets. */
type Effort = { rowsMax: number; valuesMax: number }

/** Changes values of every column of the artist's tables, one at a time. Exempt tables are omitted. */
export async function* flipColumns(subject: Subject, effort: Effort): AsyncGenerator<ColumnCounts> {
  const { db, artistId } = subject
  for (const shape of Object.values(tableSchemas).filter(({ table }) => !(table in uncoveredTables))) {
    const rows = await listRows(db, shape, artistId)
    if (rows.length === 0) throw new RangeError(`The artist has no row in ${shape.table}`)
    for (const column of shape.columns) yield await flipColumn(subject, shape, column, rows, effort)
  }
  yield await flipUsers(subject, 'subject', (id) => sql`update users set subject = subject || '.' where id = ${id}`)
  yield await flipUsers(subject, 'id', (id) => sql`update users set id = gen_random_uuid() where id = ${id}`)
}

const listRows = (db: Kysely<DB>, shape: TableSchema, artistId: string): Promise<Row[]> =>
  db.transaction().execute((trx) => Array.fromAsync(readRows(trx, shape.table, artistId)))

async function flipColumn(
  subject: Subject,
  shape: TableSchema,
  column: Column,
  rows: readonly Row[],
  { rowsMax, valuesMax }: Effort,
): Promise<ColumnCounts> {
  const { artistId, otherId, random } = subject
  const counts: ColumnCounts = { column: `${shape.table}.${column.name}`, named: 0, unseen: [] }
  const others = await listOtherValues(subject, column, rows)
  for (const row of drawRows(rows, rowsMax, random)) {
    const values = buildOtherValues(row[column.name], column, others, random)
    let written = 0
    for (const value of values) {
      if (written === valuesMax) break
      // The row may be named under its new artist.
      const artistIds = [
        artistId,
        otherId,
        ...(`${shape.table}.${column.name}` === 'artists.id' ? [String(value)] : []),
      ]
      const seen = await verifyHarmed(subject.db, artistIds, (trx) =>
        sql`update ${sql.table(shape.table)} set ${sql.ref(column.name)} = ${formatValue(column, value)}
          where ${matchRow(shape, artistId, row)}`.execute(trx),
      )
      // A value that the column cannot have, such as a user with a claim already, was not written.
      if (seen !== 'refused') written += 1
      count(counts, seen, isNamed(seen, shape, column, row, value), { row: pickKey(shape, row), value })
    }
  }
  return counts
}

/** Replacements of a value: another row's, another artist, another user. */
async function listOtherValues({ db, otherId }: Subject, column: Column, rows: readonly Row[]): Promise<unknown[]> {
  if (column.name === 'artist_id') return [otherId]
  if (column.type !== 'user') return rows.map((row) => row[column.name])
  return (await db.selectFrom('users').select('subject').execute()).map(({ subject }) => subject)
}

/** The identity of a claim: without its user it has none. */
async function flipUsers(
  { db, artistId }: Subject,
  name: string,
  update: (id: string) => ReturnType<typeof sql>,
): Promise<ColumnCounts> {
  const counts: ColumnCounts = { column: `users.${name}`, named: 0, unseen: [] }
  const claimants = await db.selectFrom('claims').select('user_id').where('artist_id', '=', artistId).execute()
  for (const { user_id } of claimants) {
    const seen = await verifyHarmed(db, [artistId], (trx) => update(user_id).execute(trx))
    count(counts, seen, typeof seen !== 'string' && seen.table === 'claims', { user_id })
  }
  return counts
}

function count(counts: ColumnCounts, seen: VerifyOutcome, named: boolean, place: object) {
  if (named) counts.named += 1
  else if (seen !== 'refused') counts.unseen.push(JSON.stringify({ ...place, seen }).slice(0, 400))
}

/**
 * The row itself, under its old or new key; where the key was changed, a finding that the audit trail or a related row
 * misses it counts as well.
 */
function isNamed(seen: VerifyOutcome, shape: TableSchema, column: Column, row: Row, value: unknown): boolean {
  if (typeof seen === 'string') return false
  if (column.name === 'artist_id' || shape.key.includes(column)) return true
  return (
    seen.table === shape.table &&
    shape.key.every(({ name }) => seen.key[name] === { ...row, [column.name]: value }[name])
  )
}

const pickKey = ({ key }: TableSchema, row: Row) => Object.fromEntries(key.map(({ name }) => [name, row[name]]))

function drawRows(rows: readonly Row[], rowsMax: number, random: Random): Row[] {
  if (rows.length <= rowsMax) return [...rows]
  return Array.from({ length: rowsMax }, () => random.pick(rows))
}

type RowCounts = { named: number; unseen: string[] }

/** Removes whole rows of every table that is not exempt, invents similar ones, and exchanges the content of two. */
export async function harmRows(subject: Subject, times: number): Promise<RowCounts> {
  const counts: RowCounts = { named: 0, unseen: [] }
  const { db, artistId, random } = subject
  for (const shape of Object.values(tableSchemas).filter(({ table }) => !(table in uncoveredTables))) {
    const rows = await listRows(db, shape, artistId)
    for (let time = 0; time < times; time += 1) {
      const row = random.pick(rows)
      await harm(subject, counts, `removed ${describe(shape, row)}`, [remove(shape, artistId, row)])
      // Another artist without an event is no change of this artist's records: nothing there could name it.
      if (shape.table !== 'artists')
        await harm(subject, counts, `${describe(shape, row)} under another key`, [copy(subject, shape, row)])
      const other = rows[(rows.indexOf(row) + 1 + random.below(rows.length)) % rows.length] ?? row
      if (other === row || listDiffering(shape, row, other).length === 0) continue
      const exchange = [moveRow(shape, artistId, row, other), moveRow(shape, artistId, other, row)]
      await harm(subject, counts, `exchanged ${describe(shape, row)} and ${describe(shape, other)}`, exchange)
    }
  }
  return counts
}

async function harm(
  { db, artistId }: Subject,
  counts: RowCounts,
  what: string,
  statements: readonly RawBuilder<unknown>[],
): Promise<void> {
  const seen = await verifyHarmed(db, [artistId], async (trx) => {
    for (const statement of statements) await statement.execute(trx)
  })
  if (seen === 'unseen') counts.unseen.push(what)
  else if (seen !== 'refused') counts.named += 1
}

const madeUpId = '0197c000-0000-7000-8000-00000000beef'

const remove = (shape: TableSchema, artistId: string, row: Row) =>
  sql`delete from ${sql.table(shape.table)} where ${matchRow(shape, artistId, row)}`

/** The same row once more, distinguished by the last part of its key. */
function copy({ artistId }: Subject, shape: TableSchema, row: Row): RawBuilder<unknown> {
  const last = shape.key.at(-1)
  const values = shape.columns.map((column) =>
    column.name === (last?.name ?? 'id') ? drawOtherKey(column) : sql.ref(column.name),
  )
  const names = shape.columns.map(({ name }) => sql.ref(name))
  return sql`insert into ${sql.table(shape.table)} (${sql.join(names)})
    select ${sql.join(values)} from ${sql.table(shape.table)} where ${matchRow(shape, artistId, row)}`
}

function drawOtherKey({ name, type }: Column): RawBuilder<unknown> {
  if (type === 'user') return sql`(select min(id::text)::uuid from users where id <> user_id)`
  if (type === 'uuid') return sql`${madeUpId}::uuid`
  if (type === 'int4') return sql`${sql.ref(name)} + 1000`
  // The id in it, so that the identity of a source stays one.
  return sql`overlay(${sql.ref(name)} placing 'beef' from 12)`
}

const listDiffering = ({ columns, key }: TableSchema, a: Row, b: Row): Column[] =>
  columns.filter((column) => !key.includes(column) && String(a[column.name]) !== String(b[column.name]))

/** The content of one row besides its key, given to another. */
function moveRow(shape: TableSchema, artistId: string, from: Row, to: Row): RawBuilder<unknown> {
  const set = listDiffering(shape, from, to).map(({ name, type }) => {
    const value = type === 'jsonb' && from[name] !== null ? JSON.stringify(from[name]) : from[name]
    return sql`${sql.ref(name)} = ${value}`
  })
  return sql`update ${sql.table(shape.table)} set ${sql.join(set)} where ${matchRow(shape, artistId, to)}`
}

const describe = ({ table, key }: TableSchema, row: Row) =>
  `${table} ${JSON.stringify(key.map(({ name }) => row[name]))}`
