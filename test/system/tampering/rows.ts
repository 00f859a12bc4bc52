import { type RawBuilder, sql } from 'kysely'
import { readRows } from '#src/admin/archive/rows.ts'
import type { Column, TableSchema } from '#src/admin/archive/table-schemas.ts'
import type { Subject } from './columns.ts'
import { matchRow, type Row, verifyHarmed } from './sight.ts'
import { uncoveredTables } from './uncovered.ts'

export type RowCounts = { named: number; unseen: string[] }

/** Removes whole rows of every table that is not exempt, invents similar ones, and exchanges the content of two. */
export async function harmRows(subject: Subject, times: number): Promise<RowCounts> {
  const counts: RowCounts = { named: 0, unseen: [] }
  const { db, shapes, artistId, random } = subject
  for (const shape of shapes.filter(({ table }) => !(table in uncoveredTables))) {
    const rows: Row[] = await Array.fromAsync(readRows(db, shape, artistId))
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
  { db, shapes, artistId }: Subject,
  counts: RowCounts,
  what: string,
  statements: readonly RawBuilder<unknown>[],
): Promise<void> {
  const seen = await verifyHarmed(db, shapes, [artistId], async (trx) => {
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

function drawOtherKey({ name, kind }: Column): RawBuilder<unknown> {
  if (kind === 'user') return sql`(select min(id::text)::uuid from users where id <> user_id)`
  if (kind === 'uuid') return sql`${madeUpId}::uuid`
  if (kind === 'integer') return sql`${sql.ref(name)} + 1000`
  // The id in it, so that the identity of a source stays one.
  return sql`overlay(${sql.ref(name)} placing 'beef' from 12)`
}

const listDiffering = ({ columns, key }: TableSchema, a: Row, b: Row): Column[] =>
  columns.filter((column) => !key.includes(column) && String(a[column.name]) !== String(b[column.name]))

/** The content of one row besides its key, given to another. */
function moveRow(shape: TableSchema, artistId: string, from: Row, to: Row): RawBuilder<unknown> {
  const set = listDiffering(shape, from, to).map(({ name, kind }) => {
    const value = kind === 'json' && from[name] !== null ? JSON.stringify(from[name]) : from[name]
    return sql`${sql.ref(name)} = ${value}`
  })
  return sql`update ${sql.table(shape.table)} set ${sql.join(set)} where ${matchRow(shape, artistId, to)}`
}

const describe = ({ table, key }: TableSchema, row: Row) =>
  `${table} ${JSON.stringify(key.map(({ name }) => row[name]))}`
