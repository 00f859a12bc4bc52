/**
 * `npm run contract:diff -- [BASE] [HEAD] [--write | --release]`: the contract's changes, breaking ones first, between
 * files or git revisions; by default since the last release. `--write` updates the changelog, `--release` also the last
 * release. Exits with 1 on a break that the version does not show, with 2 when nothing can be compared.
 */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Impact } from './contract-diff/change.ts'
import { formatSection, formatTitle, withSection } from './contract-diff/changelog.ts'
import { type Comparison, compareContracts } from './contract-diff/compare.ts'
import { documents, getFile } from './contract-diff/documents.ts'

try {
  process.exitCode = run()
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 2
}

function run(): number {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { write: { type: 'boolean', default: false }, release: { type: 'boolean', default: false } },
  })
  const [base = documents.baseline, head = documents.current, ...more] = positionals
  if (more.length > 0) throw new Error(`Two documents are compared; there is nothing to be done with ${more.join(' ')}`)
  if ((values.write || values.release) && positionals.length > 0) {
    throw new Error('The changelog has the changes of the local contract since its last release: name no other')
  }
  const comparison = compareContracts(getFile(base), getFile(head))
  printChanges(comparison)
  if (comparison.refusal !== undefined) {
    console.error(comparison.refusal)
    return 1
  }
  if (values.write || values.release) writeChangelog(comparison)
  if (values.release) release(comparison)
  return 0
}

function printChanges({ changes, versions }: Comparison): void {
  const filterByImpact = (impact: Impact) => changes.filter((change) => change.impact === impact)
  for (const impact of ['breaking', 'addition', 'wording'] as const) {
    for (const { says, where } of filterByImpact(impact)) console.log(`${impact}: ${says}\n  ${where}`)
  }
  const count = `${filterByImpact('breaking').length} breaking, ${filterByImpact('addition').length} new, ${filterByImpact('wording').length} of wording or bounds`
  console.log(`${versions.base} → ${versions.head}: ${count}`)
}

function writeChangelog({ changes, versions }: Comparison): void {
  const section = formatSection(formatTitle(versions), changes)
  writeFileSync(documents.changelog, withSection(readFileSync(documents.changelog, 'utf8'), section))
}

/** @throws when something has changed under the version of an earlier release */
function release({ changes, versions }: Comparison): void {
  if (changes.length > 0 && versions.base === versions.head) {
    throw new Error(
      `${versions.head} is released already; give info.version of openapi/openapi.yaml a step and generate`,
    )
  }
  copyFileSync(documents.current, documents.baseline)
}
