import CliTable from 'cli-table3'
import type { ListPage } from '#src/admin/listing.ts'
import { host } from './host.ts'
import { escapeControls, isForPeople, print, printToStderr } from './output.ts'

export type Column<Row> = { title: string; value: (row: Row) => Cell; align?: 'left' | 'right' }

type Cell = string | number | null | undefined

/** The result of a listing: a table where stdout is for people, else the document with the rows under their name. */
export function printListing<Row>(
  name: string,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  more: Record<string, unknown> = {},
): void {
  if (isForPeople()) host.stdout.write(renderTable(rows, columns))
  else print({ status: 'ok', ...more, [name]: rows })
}

/** A listing that was cut off at its limit says so, as `more` in the document. */
export function printPage<Row>(
  name: string,
  { rows, more }: ListPage<Row>,
  columns: readonly Column<Row>[],
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

export function renderTable<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  const table = new CliTable({
    head: columns.map(({ title }) => title),
    colAligns: columns.map(({ align = 'left' }) => align),
    chars: { ...Object.fromEntries(edges.map((edge) => [edge, ''])), middle: '  ' },
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] },
  })
  for (const row of rows) table.push(columns.map(({ value }, at) => formatCell(value(row), at === columns.length - 1)))
  return `${rows.length === 0 ? '(none)' : table.toString().replace(/ +$/gm, '')}\n`
}

/** The width of a cell beside others, in code points. */
const cellCodePointsMax = 60

function formatCell(cell: Cell, isLast: boolean): string {
  if (cell === null || cell === undefined) return '-'
  const text = escapeControls(String(cell))
  const points = [...text]
  return isLast || points.length <= cellCodePointsMax ? text : `${points.slice(0, cellCodePointsMax - 1).join('')}…`
}

/** To the second, in UTC. */
export const formatInstant = (instant: string | null) =>
  instant === null ? null : `${instant.slice(0, 19).replace('T', ' ')}Z`

/** The first digits of a revision, enough for people to distinguish it. */
export const formatRevision = (revision: string | null) => revision?.slice(0, 12)
