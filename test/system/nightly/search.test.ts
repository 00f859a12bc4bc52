import t from 'tap'
import { readLabelled } from '../../../scripts/search-quality/labelled.ts'
import { type Figures, measure } from '../../../scripts/search-quality/measure.ts'
import { createServiceEngine } from '../../../scripts/search-quality/service.ts'
import { freshDatabase } from '../../support/database.ts'

t.test('on the labelled set the search meets its bars', async (t) => {
  const { db } = await freshDatabase(t)
  const { texts, queries } = readLabelled(process.env.SEARCH_TEXTS)
  t.ok(queries.length >= 80)
  const { groups } = await measure(await createServiceEngine(db, texts), queries)
  const all = groups.get('all') as Figures
  for (const [figure, least] of [
    ['full5', 0.9],
    ['any1', 0.86],
    ['mrr10', 0.9],
    ['full2000', 0.88],
  ] as const) {
    t.ok(all[figure] >= least, `${figure} is ${all[figure].toFixed(3)}, at least ${least}`)
  }
  for (const group of ['exact', 'names', 'inflections', 'accents']) t.equal(groups.get(group)?.full5, 1, group)
  t.ok((groups.get('typos')?.full5 ?? 0) >= 0.9, 'typos')
  t.ok((groups.get('unanswerable')?.silent ?? 0) >= 0.9, 'silent where there is nothing to say')
})
