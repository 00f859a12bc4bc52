/**
 * `npm run contract:diff -- [BASE] [HEAD]`: the contract's changes, breaking ones first, between files or git
 * revisions; by default since the last tag, without one since the last commit. Exits with 1 on a break that the version
 * does not show, with 2 when nothing can be compared.
 */
import { parseArgs } from 'node:util'
import { type Comparison, compareContracts, type Impact } from './contract-diff/compare.ts'
import { current, findLastRelease, getFile } from './contract-diff/documents.ts'

try {
  process.exitCode = run()
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 2
}

function run(): number {
  const { positionals } = parseArgs({ allowPositionals: true, options: {} })
  const [base = findLastRelease(), head = current, ...more] = positionals
  if (more.length > 0) throw new Error(`Two documents are compared; there is nothing to be done with ${more.join(' ')}`)
  const comparison = compareContracts(getFile(base), getFile(head))
  printChanges(comparison, base)
  if (comparison.refusal === undefined) return 0
  console.error(comparison.refusal)
  return 1
}

function printChanges({ changes, versions }: Comparison, base: string): void {
  const filterByImpact = (impact: Impact) => changes.filter((change) => change.impact === impact)
  for (const impact of ['breaking', 'addition', 'wording'] as const) {
    for (const { says, where } of filterByImpact(impact)) console.log(`${impact}: ${says}\n  ${where}`)
  }
  const count = `${filterByImpact('breaking').length} breaking, ${filterByImpact('addition').length} new, ${filterByImpact('wording').length} of wording or bounds`
  console.log(`since ${base}, ${versions.base} → ${versions.head}: ${count}`)
}
