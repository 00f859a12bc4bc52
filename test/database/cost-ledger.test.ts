import { readFileSync } from 'node:fs'
import t from 'tap'
import { type Cost, measureCosts } from '../../scripts/cost-ledger/measure.ts'
import { openEnvironment } from '../system/environment.ts'

const ledger: Record<string, Cost> = JSON.parse(readFileSync(new URL('cost-ledger.json', import.meta.url), 'utf8'))
const costs = await measureCosts(await openEnvironment(t))

t.same(
  Object.keys(costs).toSorted(),
  Object.keys(ledger).toSorted(),
  'the ledger has a line for each operation (npm run cost-ledger -- --write)',
)

for (const [id, cost] of Object.entries(costs))
  t.same(cost, ledger[id], `${id} costs what the ledger records (npm run cost-ledger -- --write, if intended)`)
