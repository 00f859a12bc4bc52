import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The files below a folder of the project, by their paths from its root. */
const listFiles = (folder: string): string[] =>
  readdirSync(`${root}${folder}`, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath}/${name}`.slice(root.length).replaceAll('\\', '/'))

const readProjectFile = (path: string): string => readFileSync(`${root}${path}`, 'utf8')

/** From the ground up: a folder imports from itself and from the floors below. */
const floors: readonly (readonly string[])[] = [
  ['src/text'],
  ['src/config'],
  ['src/contract'],
  ['src/database'],
  ['src/auth'],
  ['src/http'],
  ['src/clients', 'src/records/audit'],
  ['src/queue'],
  ['src/observability'],
  ['src/records', 'src/evidence'],
  ['src/research'],
  ['src/admin', 'plugins'],
  ['src/app.ts'],
  ['src/runtime'],
]

/** A file that stands beside the folder it assembles or starts, and belongs to that folder's floor. */
const folderOfFile: Readonly<Record<string, string>> = {
  'src/config.ts': 'src/config',
  'src/server.ts': 'src/runtime',
}

/** Folders of scripts/ that import tests all the same, each with its reason. */
const driveAsTestsDo: Readonly<Record<string, string>> = {
  'scripts/bench/': 'a bench holds the same sittings, by the same drivers, as the tests do',
  'scripts/cost-ledger': 'the ledger is made and checked by one measurement',
  'scripts/lore-quality': 'the labelled texts are test data, and a test holds the bars',
}

/** Files of the service that read the clock of its machine, each with its reason. */
const ownClock: Readonly<Record<string, string>> = {
  'src/auth/issuer-keys.ts': 'a pause between two requests of the same process',
  'src/auth/token-cache.ts': 'a token expires by the clock of the service',
  'src/auth/tokens.ts': 'a token expires by the clock of the service',
  'src/database/migrations/migrate.ts': 'a record for the reader of a file',
  'src/research/providers/call.ts': 'Retry-After may be a date of the provider',
  'src/runtime/embedded-postgres/start.ts': 'a wait of the same process',
}

const code = ['src', 'plugins', 'scripts'].flatMap(listFiles).filter((path) => /\.(tsx?|mjs)$/.test(path))
const sources = new Map(code.map((path) => [path, readProjectFile(path)]))

/** The project's own files that a file names in an import, types included. */
function findImports(path: string): string[] {
  const specifiers = (sources.get(path) ?? '').matchAll(/(?:from|import\()\s*'([.#][^']+)'/g)
  return [...specifiers].map(([, specifier = '']) =>
    specifier.startsWith('#') ? specifier.slice(1) : posix.normalize(posix.join(posix.dirname(path), specifier)),
  )
}

type Place = { floor: number; folder: string }

/** The longest folder wins: src/records/audit is a floor of its own below the rest of src/records. */
function findPlace(path: string): Place | undefined {
  const places = floors.flatMap((folders, floor) => folders.map((folder) => ({ floor, folder })))
  return places
    .filter(({ folder }) => (folderOfFile[path] ?? path) === folder || path.startsWith(`${folder}/`))
    .toSorted((one, other) => other.folder.length - one.folder.length)[0]
}

t.test('a folder imports from its own floor and those below, types included', async (t) => {
  for (const path of code.filter((path) => !path.startsWith('scripts/'))) {
    const from = findPlace(path)
    if (from === undefined) t.fail(`${path} lies on no floor`)
    else {
      for (const target of findImports(path)) {
        const to = findPlace(target)
        const isBelow = to === undefined || to.folder === from.folder || to.floor < from.floor
        if (!isBelow) t.fail(`${path} -> ${target}: ${to.folder} is not below ${from.folder}`)
      }
    }
  }
  t.pass(`${code.length} files`)
})

t.test('no circle of imports, types included', async (t) => {
  const state = new Map<string, 'open' | 'done'>()
  const visit = (path: string, trail: readonly string[]): void => {
    if (state.get(path) === 'done') return
    if (state.get(path) === 'open') return void t.fail([...trail.slice(trail.indexOf(path)), path].join(' -> '))
    state.set(path, 'open')
    for (const target of findImports(path).filter((target) => code.includes(target))) visit(target, [...trail, path])
    state.set(path, 'done')
  }
  for (const path of code) visit(path, [])
  t.pass(`${code.length} files`)
})

t.test('nothing under src, plugins and scripts imports a test, with the exceptions that have a reason', async (t) => {
  const isExcepted = (path: string) => Object.keys(driveAsTestsDo).some((folder) => path.startsWith(folder))
  const wrong = code
    .filter((path) => !isExcepted(path))
    .flatMap((path) =>
      findImports(path)
        .filter((target) => target.startsWith('test/'))
        .map((target) => `${path} -> ${target}`),
    )
  t.same(wrong, [])
})

// Several machines serve one database, and one of them is always ahead: what is stored, ordered or leased by a clock is
// by that of the database.
t.test('only the database’s clock decides, with the exceptions that have a reason', async (t) => {
  const isOfService = (path: string) => /^(src|plugins)\//.test(path) && !path.startsWith('src/clients/')
  const reads = code.filter(
    (path) => isOfService(path) && /\bDate\.now\b|\bnew Date\(\)|\bDate\(\)/.test(sources.get(path) ?? ''),
  )
  t.same(reads.toSorted(), Object.keys(ownClock).toSorted())
})
