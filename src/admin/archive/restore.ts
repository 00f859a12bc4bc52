import { sql, type Transaction } from 'kysely'
import pg from 'pg'
import { lockArtist } from '#src/auth/artist-authorization.ts'
import { createInvalidRequest } from '#src/contract/problems/problem.ts'
import { runQuery } from '#src/database/query.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { computeRevision } from '#src/text/revisions.ts'
import { createInvalidLine } from '../import/lines.ts'
import { verifyArtist } from '../verify/artist.ts'
import type { Mismatch } from '../verify/context.ts'
import { exportArtist } from './export.ts'
import { decodeField, type ExportRecord, endRecordType } from './records.ts'
import { type TableSchema, tableSchemas } from './table-schemas.ts'

export type ExportLine = { line: number; record: ExportRecord }

/**
 * Restores whole artists: an export of each must equal the file, and `verify` must find nothing, before the commit. An
 * existing artist must equal the file in every line, and then nothing changes.
 * @returns number of artists and lines restored, and of artists unchanged
 * @throws Problem `invalid_request` naming the line that does not fit
 */
export async function restoreArtists(
  trx: Transaction<DB>,
  exported: readonly ExportLine[],
  onLines: (restored: number) => void = () => {},
) {
  const outcome = { restored: 0, unchanged: 0 }
  for (const [artistId, lines] of groupByArtist(exported)) {
    const rows = requireComplete(artistId, lines)
    // Under the lock, so that a change under way is compared too.
    const isThere = (await runQuery(trx, lockArtist({ artistId }))).length > 0
    if (isThere) {
      const what = `is not what the service holds of artist ${artistId}; an export is put back only where the artist is not there`
      await refuseDifference(trx, artistId, rows, what)
    } else {
      await insertRows(trx, rows)
      await refuseDifference(trx, artistId, rows, 'holds a value that an export writes in another form')
      await refuseFindings(trx, artistId, rows)
    }
    outcome[isThere ? 'unchanged' : 'restored'] += 1
    onLines(lines.length)
  }
  return outcome
}

function groupByArtist(lines: readonly ExportLine[]): [string, ExportLine[]][] {
  const grouped = Map.groupBy(lines, ({ record }) =>
    record.type === 'kept:artist' ? String(record.id) : record.artist,
  )
  return [...grouped].sort(([a], [b]) => (a < b ? -1 : 1))
}

/** The artist's lines except the end record, whose count they must match. */
function requireComplete(artistId: string, lines: ExportLine[]): ExportLine[] {
  const [end, second] = lines.filter(({ record }) => record.type === endRecordType)
  const rows = lines.filter(({ record }) => record.type !== endRecordType)
  if (end === undefined)
    throw createInvalidLine(
      rows.at(-1)?.line ?? 0,
      '',
      `is the last of artist ${artistId}; its ${endRecordType} is missing`,
    )
  if (second !== undefined) throw createInvalidLine(second.line, '', `ends artist ${artistId} a second time`)
  if (end.record.lines !== rows.length)
    throw createInvalidLine(end.line, 'lines', `counts ${end.record.lines} lines, and the file has ${rows.length}`)
  return rows
}

async function refuseDifference(trx: Transaction<DB>, artistId: string, rows: ExportLine[], what: string) {
  const byContent = new Map(rows.map((row) => [computeRevision(row.record), row]))
  const others: ExportRecord[] = []
  for await (const text of exportArtist(trx, artistId)) {
    const record = JSON.parse(text)
    const isRow = record.type.startsWith('kept:') && record.type !== endRecordType
    if (!byContent.delete(computeRevision(record)) && isRow) others.push(record)
  }
  const [row = others.length > 0 ? rows[0] : undefined] = byContent.values()
  if (row !== undefined) throw createInvalidLine(row.line, findChangedField(row.record, others), what)
}

/** The field that makes a record another one than one of these; '' where it is more than one field. */
function findChangedField(record: ExportRecord, others: readonly ExportRecord[]): string {
  const changed = others.map((other) =>
    Object.keys(record).filter((field) => JSON.stringify(record[field]) !== JSON.stringify(other[field])),
  )
  return changed.find(({ length }) => length === 1)?.[0] ?? ''
}

/** In the order of the tables, as foreign keys demand, whatever the order of the lines. */
async function insertRows(trx: Transaction<DB>, rows: readonly ExportLine[]) {
  for (const schema of Object.values(tableSchemas)) {
    for (const row of rows.filter(({ record }) => record.type === schema.type)) {
      await insertRow(trx, schema, row).catch((error: unknown) => {
        if (!isRefusedRow(error)) throw error
        throw createInvalidLine(
          row.line,
          '',
          `does not fit the table ${schema.table} (${error.constraint ?? error.message})`,
        )
      })
    }
  }
}

async function insertRow(trx: Transaction<DB>, { table, columns }: TableSchema, { line, record }: ExportLine) {
  const values: unknown[] = []
  for (const column of columns) {
    const value = decodeField(column, record[column.field])
    values.push(column.type === 'user' ? await requireUserId(trx, value, line) : value)
  }
  const names = columns.map(({ name }) => sql.ref(name))
  await sql`insert into ${sql.table(table)} (${sql.join(names)}) values (${sql.join(values)})`.execute(trx)
}

/** Asked apart: a cluster allows no subquery in VALUES. */
async function requireUserId(trx: Transaction<DB>, subject: unknown, line: number): Promise<string> {
  const user = await trx.selectFrom('users').select('id').where('subject', '=', String(subject)).executeTakeFirst()
  if (user === undefined) throw createInvalidLine(line, 'subject', 'names no user')
  return user.id
}

/** Class 22: invalid value for the column. Class 23: constraint violation. */
const isRefusedRow = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '')

async function refuseFindings(trx: Transaction<DB>, artistId: string, rows: readonly ExportLine[]) {
  for await (const finding of verifyArtist(trx, artistId)) {
    const line = rows.find(({ record }) => isAbout(finding, record))?.line
    const reason = `${finding.table}: ${finding.what}`
    throw line === undefined ? createInvalidRequest(`artist ${artistId}`, reason) : createInvalidLine(line, '', reason)
  }
}

function isAbout(finding: Mismatch, record: ExportRecord): boolean {
  const schema = Object.values(tableSchemas).find(({ type }) => type === record.type)
  return schema?.table === finding.table && schema.key.every(({ name, field }) => finding.key[name] === record[field])
}
