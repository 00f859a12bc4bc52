import t from 'tap'
import { meetsBar } from '../memory/exclusions/measure.ts'
import { measureCorrectedPages, measureOthers, measurePages } from './quality/measure.ts'
import { readTalks } from './quality/talks.ts'

t.test('pages of the labelled talks meet their bars', async (t) => {
  const talks = readTalks()
  const measures = [...(await measurePages(talks)), await measureOthers(talks), ...(await measureCorrectedPages())]
  for (const measure of measures)
    t.ok(meetsBar(measure), `${measure.name}: ${measure.share.join(' of ')}`, { faults: measure.faults })
})
