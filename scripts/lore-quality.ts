/*
 * npm run lore-quality: pages of the labelled talks in test/lore/quality, and what boundaries and corrections keep out
 * of the labelled sentences. `--folder FOLDER` adds the talks of an import file; `--read` prints their pages.
 */
import { parseArgs } from 'node:util'
import { composePage } from '../test/lore/compose-page.ts'
import { type Measure, measureExclusions, measurePages, meetsBar } from '../test/lore/quality/measure.ts'
import { readFolder, readTalks, type Talk } from '../test/lore/quality/talks.ts'

const { values } = parseArgs({ options: { folder: { type: 'string' }, read: { type: 'boolean' } } })

const formatMeasure = (measure: Measure) => {
  const { name, share, bar } = measure
  const [part, all] = share
  const value = all === 0 ? '–' : `${((100 * part) / all).toFixed(1)} %`
  const required = bar?.least === undefined ? `at most ${bar?.most}` : `at least ${bar.least}`
  return `${meetsBar(measure) ? 'ok  ' : 'FAIL'} ${name}: ${value} (${part} of ${all}), ${required}`
}

async function print(title: string, talks: readonly Talk[]) {
  console.log(`${title} (${talks.length})`)
  for (const measure of await measurePages(talks)) console.log(formatMeasure(measure))
  if (values.read)
    for (const talk of talks) console.log(`\n===== ${talk.artistName}\n\n${(await composePage(talk)).text}`)
}

await print('Labelled talks', readTalks())
if (values.folder !== undefined) await print('Talks of the folder', readFolder(values.folder))
console.log('Labelled sentences')
for (const measure of measureExclusions()) console.log(formatMeasure(measure))
