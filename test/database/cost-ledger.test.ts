import { readFileSync } from 'node:fs'
import t from 'tap'
import { type Cost, measureCosts } from '../../scripts/cost-ledger/measure.ts'
import { withTestEnvironment } from '../system/environment.ts'

const ledger: Record<string, Cost> = JSON.parse(readFileSync(new URL('cost-ledger.json', import.meta.url), 'utf8'))
/** Recorded for the reader: what the server writes besides the rows differs from run to run. */
const costs = await withTestEnvironment(measureCosts)

t.same(Object.keys(costs).toSorted(), Object.keys(ledger).toSorted(), 'the ledger has a line for each operation')

for (const [id, cost] of Object.entries(costs)) {
  const line = ledger[id]
  t.ok(
    line !== undefined && cost.roundTrips <= line.roundTrips,
    `${id} needs ${cost.roundTrips} round trips of ${line?.roundTrips}`,
  )
}
