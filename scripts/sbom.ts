/**
 * `npm run sbom`: the bill of materials of what is deployed (CycloneDX, as `npm sbom` makes it from the lock file) on
 * stdout; with `--all` what development needs as well. Exits with 1 when it cannot be made.
 */
import { parseArgs } from 'node:util'
import { buildBillOfMaterials } from './sbom/bill.ts'

const { values } = parseArgs({ options: { all: { type: 'boolean', default: false } } })
try {
  process.stdout.write(`${JSON.stringify(buildBillOfMaterials(values), null, 2)}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
