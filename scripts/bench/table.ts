import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { generator } from './load.ts'
import { type Finish, type Result, rounded } from './rounds.ts'
import { median } from './statistics.ts'

const kept = new URL('results/', import.meta.url)
const readme = new URL('./README.md', import.meta.url)
const marks = { begin: '<!-- bench: written by npm run bench -- --write -->', end: '<!-- /bench -->' }

/** Markdown: one row a race; ratios to the floor as median and range. */
export function tableOf(results: readonly Result[]): string {
  const head = '| work | floor | peers | Sittings | goal |\n|---|---|---|---|---|'
  return [head, ...results.map(rowOf)].join('\n')
}

function rowOf({ work, unit, goal, finishes }: Result): string {
  const floor = finishes.find(({ role }) => role === 'floor')
  const of = (role: Finish['role']) => finishes.filter((finish) => finish.role === role)
  const named = (finish: Finish) => `${finish.name} ${ratioOf(finish)}`
  const floorWords = floor === undefined ? '–' : `${floor.name}: ${rounded(median(floor.figures))} ${unit}`
  const ours = of('ours').map((finish) => `${ratioOf(finish)}, ${rounded(median(finish.figures))} ${unit}`)
  const peers = of('peer').map(named).join('; ') || '–'
  return `| ${work} | ${floorWords} | ${peers} | ${ours.join('; ')} | ${unit === 'a second' ? '≥' : '≤'} ${goal} |`
}

function ratioOf({ ratios }: Finish): string {
  const [least = Number.NaN, most = Number.NaN] = [Math.min(...ratios), Math.max(...ratios)]
  return `**${median(ratios).toFixed(2)}** (${least.toFixed(2)}–${most.toFixed(2)})`
}

/** Saves the figures of one bench, and writes the table of all saved ones into the README. */
export async function writeTable(name: string, results: readonly Result[]): Promise<void> {
  mkdirSync(kept, { recursive: true })
  const load = (await generator()).name
  const measured = { cores: availableParallelism(), node: process.version, load, results }
  writeFileSync(new URL(`${name}.json`, kept), `${JSON.stringify(measured, null, 2)}\n`)
  const all = readdirSync(kept)
    .toSorted()
    .flatMap((file): Result[] => JSON.parse(readFileSync(new URL(file, kept), 'utf8')).results)
  const text = readFileSync(readme, 'utf8')
  const [before, rest] = text.split(`${marks.begin}\n`)
  const after = rest?.split(marks.end)[1]
  if (after === undefined)
    throw new Error(`README.md has no place for the table between ${marks.begin} and ${marks.end}`)
  writeFileSync(readme, `${before}${marks.begin}\n${tableOf(all)}\n${marks.end}${after}`)
}
