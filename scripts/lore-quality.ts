/*
 * npm run lore-quality: the Lore composer over the labelled texts in test/lore/quality, beside the composer before it
 * and two baselines. `--real FOLDER` composes a folder of texts instead and counts what needs no labels; `--read`
 * prints each Lore.
 */
import { parseArgs } from 'node:util'
import { countBoundaries } from '../test/lore/quality/measures.ts'
import { composeReal, countReal, readRealTexts } from '../test/lore/quality/real.ts'
import { composer, renderTable } from '../test/lore/quality/table.ts'

const { values } = parseArgs({
  options: { real: { type: 'string' }, read: { type: 'boolean' }, faults: { type: 'boolean' } },
})

if (values.real === undefined) {
  console.log(renderTable())
  if (values.faults) console.log(countBoundaries(composer).faults.join('\n'))
} else {
  for (const real of readRealTexts(values.real)) {
    const lore = composeReal(real)
    const counts = Object.entries(countReal(real, lore)).map(([name, count]) => `${name} ${count}`)
    console.log(`${real.artistName}: ${counts.join(', ')}`)
    if (values.read) console.log(`\n${lore.text}\n`)
  }
}
