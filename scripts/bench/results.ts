import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import type { ServerName } from './environment.ts'
import type { RowResult, Size } from './rounds.ts'
import { renderTables, summarize } from './table.ts'

const folder = new URL('results/', import.meta.url)
const marks = { begin: '<!-- bench: written by npm run bench -- --write -->', end: '<!-- /bench -->' }

type StoredResults = { cores: number; node: string; size: Size; rows: RowResult[] }

/** Keeps the rows of one benchmark file on one server, in the place of earlier rows of the same work. */
export function mergeResults(name: string, server: ServerName, rows: readonly RowResult[], size: Size): void {
  mkdirSync(folder, { recursive: true })
  const file = new URL(`${name}.${server}.json`, folder)
  const earlier = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as StoredResults).rows : []
  const measured = new Map(rows.map((row) => [row.work, row]))
  const merged = [...earlier.map((row) => measured.get(row.work) ?? row), ...rows]
  const results: StoredResults = {
    cores: availableParallelism(),
    node: process.version,
    size,
    rows: [...new Set(merged)],
  }
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`)
}

/** The rows that the README of the project shows, of PostgreSQL as it comes. */
const summarized = [/^read, /, /^revise, 16 writers$/, /^offer/]

/** Writes everything that was kept into the table, and three lines of it into the README of the project. */
export function writeTables(): void {
  for (const { file, text } of renderReadmes()) writeFileSync(file, text)
}

/** Both READMEs as they stand with the results that are kept. */
export function renderReadmes(): { file: URL; text: string }[] {
  const rows = readdirSync(folder)
    .toSorted()
    .flatMap((file) => (JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as StoredResults).rows)
  const lines = summarized.flatMap((work) => rows.find((row) => row.server === 'stock' && work.test(row.work)) ?? [])
  return [
    replaceBetweenMarks(new URL('README.md', import.meta.url), renderTables(rows)),
    replaceBetweenMarks(new URL('../../README.md', import.meta.url), lines.map(summarize).join('\n')),
  ]
}

function replaceBetweenMarks(file: URL, lines: string): { file: URL; text: string } {
  const [before, rest] = readFileSync(file, 'utf8').split(`${marks.begin}\n`)
  const after = rest?.split(marks.end)[1]
  if (after === undefined) throw new Error(`${file.pathname} has no place between ${marks.begin} and ${marks.end}`)
  return { file, text: `${before}${marks.begin}\n${lines}\n${marks.end}${after}` }
}
