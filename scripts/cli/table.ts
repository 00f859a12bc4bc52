import CliTable from 'cli-table3'
import { host } from './host.ts'
import { escapeControls, isForPeople, print, printToStderr } from './output.ts'

export type Column<Row> = { title: string; value: (row: Row) => Cell; align?: 'left' | 'right' }

type Cell = string | number | boolean | null | undefined | readonly string[]

/** A table of a listing, with a line above it where a command prints several. */
export type Table = { heading?: string; titles: string[]; aligns: ('left' | 'right')[]; cells: string[][] }

/** The result of a listing: the tables where stdout is for people, else the document. */
export function printListing(document: Record<string, unknown>, tables: readonly Table[]): void {
  if (isForPeople()) host.stdout.write(tables.map(renderTable).join('\n'))
  else print(document)
}

/** Notes that the listing was cut off, as `more` in the document. */
export function noteMore(more: boolean, limit: number): void {
  if (more) printToStderr(`There are more than ${limit}; --limit shows more of them.`)
}

export const buildTable = <Row>(rows: readonly Row[], columns: readonly Column<Row>[], heading?: string): Table => ({
  ...(heading !== undefined && { heading }),
  titles: columns.map(({ title }) => title),
  aligns: columns.map(({ align = 'left' }) => align),
  cells: rows.map((row) => columns.map(({ value }, at) => formatCell(value(row), at === columns.length - 1))),
})

/** Every edge but the gap between two columns. */
const edges = [
  ...['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right'],
  ...['left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid'],
]

export function renderTable({ heading, titles, aligns, cells }: Table): string {
  const table = new CliTable({
    head: titles,
    colAligns: aligns,
    chars: { ...Object.fromEntries(edges.map((edge) => [edge, ''])), middle: '  ' },
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] },
  })
  table.push(...cells)
  const body = cells.length === 0 ? '(none)' : table.toString().replace(/ +$/gm, '')
  return `${heading === undefined ? '' : `${heading}\n`}${body}\n`
}

/** The width of a cell beside others, in code points. */
const cellCodePointsMax = 60

function formatCell(cell: Cell, isLast: boolean): string {
  if (cell === null || cell === undefined) return '-'
  const text = escapeControls(typeof cell === 'object' ? cell.join(', ') : String(cell))
  const points = [...text]
  return isLast || points.length <= cellCodePointsMax ? text : `${points.slice(0, cellCodePointsMax - 1).join('')}…`
}

/** To the second, in UTC. */
export const formatInstant = (instant: string | null) =>
  instant === null ? null : `${instant.slice(0, 19).replace('T', ' ')}Z`

/** The first digits of a revision, enough for people to distinguish it. */
export const formatRevision = (revision: string | null) => revision?.slice(0, 12)
