// Writes the files that a whole run of `npm test` starts as processes: each runs at most `filesMax` test files, one
// after the other. `npm test -- FILE` starts the named files themselves.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isInEveryRun } from '../ledger/file.ts'

const tests = fileURLToPath(new URL('..', import.meta.url))
const folder = fileURLToPath(new URL('../../.data/test-groups', import.meta.url))

/** With more, the last groups of a run would leave a core idle. */
const filesMax = 12

/** Areas that take longest: each has groups of its own, which start first, so that no core is idle at the end. */
const slowAreas =
  'system conformance docs admin providers runtime console questions client database model rate-limit'.split(' ')

const files = readdirSync(tests, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter(isInEveryRun)
  .toSorted()
const areas = Map.groupBy(files, (path) => slowAreas.indexOf(path.split('/')[0] ?? ''))

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
// tap starts the groups in the order of their names.
for (const [at, members] of areas) {
  const name = at === -1 ? 'others' : `${String(at).padStart(2, '0')}-${slowAreas[at]}`
  const size = Math.ceil(members.length / Math.ceil(members.length / filesMax))
  // Neighbours stay together: the files of an area load the same modules.
  for (let from = 0; from < members.length; from += size)
    writeGroup(`${name}-${from / size + 1}`, members.slice(from, from + size))
}

function writeGroup(name: string, paths: readonly string[]): void {
  const run = `import { runTestFiles } from '../../test/groups/run.ts'\n\nawait runTestFiles(`
  writeFileSync(`${folder}/${name}.mjs`, `${run}${JSON.stringify(paths, null, 2)})\n`)
}
