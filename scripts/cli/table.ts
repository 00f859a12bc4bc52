import CliTable from 'cli-table3'
import type { ListPage } from '#src/admin/listing.ts'
import { host } from './host.ts'
import { escapeControls, isForPeople, print, printToStderr } from './output.ts'

/**
 * The result of a listing: a table of these fields where stdout is for people, else the document with the rows under
 * their name.
 */
export function printListing<Row extends object>(
  name: string,
  rows: readonly Row[],
  columns: readonly (keyof Row & string)[],
  more: Record<string, unknown> = {},
): void {
  if (isForPeople()) host.stdout.write(renderTable(rows, columns))
  else print({ status: 'ok', ...more, [name]: rows })
}

/** A listing that was cut off at its limit says so, as `more` in the document. */
export function printPage<Row extends object>(
  name: string,
  { rows, more }: ListPage<Row>,
  columns: readonly (keyof Row & string)[],
  about = {},
) {
  printListing(name, rows, columns, { ...about, more })
  if (more) printToStderr(`There are more than ${rows.length}; --limit shows more of them.`)
}

/** Every edge but the gap between two columns. */
const edges = [
  ...['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right'],
  ...['left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid'],
]

export function renderTable<Row extends object>(
  rows: readonly Row[],
  columns: readonly (keyof Row & string)[],
): string {
  const isNumeric = (column: keyof Row) => rows.some((row) => typeof row[column] === 'number')
  const table = new CliTable({
    head: [...columns],
    colAligns: columns.map((column) => (isNumeric(column) ? 'right' : 'left')),
    chars: { ...Object.fromEntries(edges.map((edge) => [edge, ''])), middle: '  ' },
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] },
  })
  for (const row of rows) table.push(columns.map((column, at) => formatCell(row[column], at === columns.length - 1)))
  return `${rows.length === 0 ? '(none)' : table.toString().replace(/ +$/gm, '')}\n`
}

/** The width of a cell beside others, in code points. */
const cellCodePointsMax = 60

function formatCell(value: unknown, isLast: boolean): string {
  const text = escapeControls(formatValue(value))
  const points = [...text]
  return isLast || points.length <= cellCodePointsMax ? text : `${points.slice(0, cellCodePointsMax - 1).join('')}…`
}

/** An instant to the second, in UTC; of a revision the first digits, enough for people to distinguish it. */
function formatValue(value: unknown): string {
  if (value === null || value === undefined || value === false) return '-'
  if (value === true) return 'yes'
  if (value instanceof Date) return `${value.toISOString().slice(0, 19).replace('T', ' ')}Z`
  if (typeof value === 'object') return JSON.stringify(value)
  return String(value).replace(/^([a-f0-9]{12})[a-f0-9]{52}$/, '$1')
}
