/**
 * `node scripts/cost-ledger.ts [--write]`: the cost of every operation in the database, measured on a server of its
 * own; `--write` saves it as the ledger that test/database/cost-ledger.test.ts compares with.
 */
import { writeFileSync } from 'node:fs'
import { openEnvironment } from '../test/system/environment.ts'
import { measureCosts } from './cost-ledger/measure.ts'

const ledger = new URL('../test/database/cost-ledger.json', import.meta.url)

const ends: (() => unknown)[] = []
const owner = { teardown: (end: () => unknown) => void ends.unshift(end), comment: () => {} }
const costs = await openEnvironment(owner)
  .then(measureCosts)
  .finally(async () => {
    for (const end of ends) await end()
  })
console.table(costs)
if (process.argv.includes('--write')) writeFileSync(ledger, `${JSON.stringify(costs, null, 2)}\n`)
