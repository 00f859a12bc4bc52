// Writes the files that a whole run of `npm test` starts as processes: each runs the test files of one area, at most
// `filesMax` of them, one after the other. `npm test -- FILE` starts the named files themselves.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isInEveryRun } from '../ledger/file.ts'

const tests = fileURLToPath(new URL('..', import.meta.url))
const folder = fileURLToPath(new URL('../../.data/test-groups', import.meta.url))

/** With more, the last groups of a run would leave a core idle. */
const filesMax = 12

/** Areas that take longest, which start first: a long group that starts last leaves the other cores idle. */
const slowAreas = ['system', 'conformance', 'docs', 'admin', 'providers', 'runtime', 'console', 'questions', 'client']

const files = readdirSync(tests, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter(isInEveryRun)
  .toSorted()
const areas = Map.groupBy(files, (path) => (path.includes('/') ? path.split('/')[0] : 'root'))

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
// tap starts the groups in the order of their names.
for (const [area = '', members] of areas) {
  const name = slowAreas.includes(area) ? `${slowAreas.indexOf(area)}-${area}` : area
  // The groups of an area have equal sizes.
  const size = Math.ceil(members.length / Math.ceil(members.length / filesMax))
  for (let at = 0; at < members.length; at += size) writeGroup(`${name}-${at / size + 1}`, members.slice(at, at + size))
}

function writeGroup(name: string, paths: readonly string[]): void {
  const run = `import { runTestFiles } from '../../test/groups/run.ts'\n\nawait runTestFiles(`
  writeFileSync(`${folder}/${name}.mjs`, `${run}${JSON.stringify(paths, null, 2)})\n`)
}
