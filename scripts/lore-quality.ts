/*
 * npm run lore-quality: pages of the labelled talks in test/lore/quality, whole pages under corrections, and what
 * boundaries and corrections keep out of the labelled sentences in test/memory/exclusions. `--folder FOLDER` adds the
 * talks of an import file; `--read` prints their pages, `--faults` what counts against a measure.
 */
import { parseArgs } from 'node:util'
import { composePage } from '../test/lore/compose-page.ts'
import { measureCorrectedPages, measureOthers, measurePages } from '../test/lore/quality/measure.ts'
import { readFolder, readTalks, type Talk } from '../test/lore/quality/talks.ts'
import { type Measure, measureExclusions, meetsBar } from '../test/memory/exclusions/measure.ts'

const options = { folder: { type: 'string' }, read: { type: 'boolean' }, faults: { type: 'boolean' } } as const
const { values } = parseArgs({ options })

function print(measure: Measure) {
  const { name, share, bar, faults } = measure
  const [part, all] = share
  const value = all === 0 ? '–' : `${((100 * part) / all).toFixed(1)} %`
  const required = bar.least === undefined ? `at most ${bar.most}` : `at least ${bar.least}`
  console.log(`${meetsBar(measure) ? 'ok  ' : 'FAIL'} ${name}: ${value} (${part} of ${all}), ${required}`)
  if (values.faults) for (const fault of faults ?? []) console.log(`       ${fault}`)
}

async function printPages(title: string, talks: readonly Talk[]) {
  console.log(`${title} (${talks.length})`)
  for (const measure of await measurePages(talks)) print(measure)
  if (values.read)
    for (const talk of talks) console.log(`\n===== ${talk.artistName}\n\n${(await composePage(talk)).text}`)
}

const talks = readTalks()
await printPages('Labelled talks', talks)
print(await measureOthers(talks))
if (values.folder !== undefined) await printPages('Talks of the folder', readFolder(values.folder))
console.log('Whole pages under corrections')
for (const measure of await measureCorrectedPages()) print(measure)
console.log('Labelled sentences')
for (const measure of measureExclusions()) print(measure)
