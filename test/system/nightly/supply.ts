import { buildBillOfMaterials } from '../../../scripts/sbom/bill.ts'
import { listLockedPackages } from '../../../scripts/sbom/lock.ts'
import { auditPackages } from '../deployment/supply/audit.ts'
import {
  listLoose,
  listUndecidedScripts,
  listUnlicensed,
  listUnpinned,
  readManifest,
} from '../deployment/supply/pinned.ts'
import type { SystemTest } from '../result.ts'

/**
 * Third-party packages: each pinned by its hash, every install script decided, licences that allow shipping, a complete
 * bill of materials; and no high advisory. A registry without audits fails it.
 */
export const runSystemTest: SystemTest = async (environment) => {
  const packages = listLockedPackages()
  const own = readManifest()
  const scripts = packages.filter(({ hasInstallScript }) => hasInstallScript === true)
  const wrong = [
    ...listLoose(packages),
    ...listUnpinned(own),
    ...listUndecidedScripts(packages, own),
    ...listUnlicensed(packages),
    ...listMissingFromBill(packages.filter(({ dev }) => dev !== true)),
  ]
  const audit = auditPackages()
  if ('unanswered' in audit) wrong.push(`the registry did not audit the packages: ${audit.unanswered}`)
  else if (audit.grave > 0) wrong.push(`${audit.grave} high or critical advisories`)
  for (const words of wrong) environment.log(words)
  const summary = `${packages.length} packages pinned, ${scripts.length} install scripts listed; ${wrong.length} wrong`
  return { passed: wrong.length === 0 && packages.length > 0, summary }
}

function listMissingFromBill(deployed: { name: string; version?: string }[]): string[] {
  const { components } = buildBillOfMaterials({ all: false })
  const billed = new Set(
    components.filter(({ hashes }) => hashes?.length).map(({ name, version }) => `${name} ${version}`),
  )
  return deployed
    .filter(({ name, version }) => !billed.has(`${name} ${version}`))
    .map(({ name, version }) => `${name} ${version} is not in the bill of materials`)
}
