import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { listLockedPackages } from './lock.ts'

type Component = { 'bom-ref': string; name: string; version: string; hashes?: { alg: string; content: string }[] }
type Dependency = { ref: string; dependsOn: string[] }
export type Bill = {
  bomFormat: string
  metadata: { component: { 'bom-ref': string; name: string; purl: string } }
  components: Component[]
  dependencies: Dependency[]
}

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * The bill of materials: of what is deployed, or of all that development needs as well. From the lock file, so that it
 * lists the packages of every platform and not what happens to be installed here.
 */
export function buildBillOfMaterials({ all }: { all: boolean }): Bill {
  const bill = readWholeBill()
  // npm names the component by its folder.
  const { component } = bill.metadata
  component.name = /^pkg:npm\/(.+)@/.exec(component.purl)?.[1] ?? component.name
  return all ? bill : selectDeployed(bill)
}

function readWholeBill(): Bill {
  // A peer of another version than required matters to an install; here it would only mean no bill at all.
  const args = ['--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only', '--legacy-peer-deps']
  const { status, stdout, stderr } = spawnSync('npm', ['sbom', ...args], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 100_000_000,
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error(`npm sbom failed: ${formatStderr(stderr)}`)
  return JSON.parse(stdout) as Bill
}

/**
 * By the lock file's own marks: `npm sbom --omit=dev` omits whatever development needs too, the database driver
 * included.
 */
function selectDeployed(bill: Bill): Bill {
  const deployed = new Set(
    listLockedPackages()
      .filter(({ dev }) => dev !== true)
      .map(({ name, version }) => `${name}@${version}`),
  )
  const components = bill.components.filter(({ name, version }) => deployed.has(`${name}@${version}`))
  const refs = new Set([bill.metadata.component['bom-ref'], ...components.map((component) => component['bom-ref'])])
  const dependencies = bill.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((on) => refs.has(on)) }))
  return { ...bill, components, dependencies }
}

const formatStderr = (stderr: string) =>
  stderr
    .split('\n')
    .filter((line) => line.startsWith('npm error') && !line.includes('log of this run'))
    .join('; ')
