import t from 'tap'
import { measureExclusions, measurePages, meetsBar } from './quality/measure.ts'
import { readTalks } from './quality/talks.ts'

t.test('pages of the labelled talks meet their bars', async (t) => {
  const measures = [...(await measurePages(readTalks())), ...measureExclusions()]
  for (const measure of measures) t.ok(meetsBar(measure), `${measure.name}: ${measure.share.join(' of ')}`)
})
