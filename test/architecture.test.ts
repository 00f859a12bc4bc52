import { posix } from 'node:path'
import t from 'tap'
import { findComments, findMark } from './support/comments.ts'
import { isGenerated, listFiles, readProjectFile } from './support/project-files.ts'

/** From the ground up: a folder imports from itself and from the floors below. */
const floors: readonly (readonly string[])[] = [
  ['src/text'],
  ['src/config'],
  ['src/contract'],
  ['src/observability/tracing'],
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

/** Names exported by two folders, each with its reason. The list may only shrink: an entry that is not needed fails. */
const namesInTwoFolders: Readonly<Record<string, string>> = {
  OperationId: 'the client imports nothing of the service, and calls the same thing of the contract by the same name',
}

/** Folders of scripts/ that import tests all the same, each with its reason. */
const driveAsTestsDo: Readonly<Record<string, string>> = {
  'scripts/bench/': 'a bench holds the same sittings, by the same drivers, as the tests do',
  'scripts/cost-ledger': 'the ledger is made and checked by one measurement',
  'scripts/lore-quality': 'the labelled texts are test data, and a test holds the bars',
}

const files = ['src', 'plugins', 'scripts', 'test', 'migrations'].flatMap(listFiles)
const everything = files.filter((path) => /\.(ts|mjs)$/.test(path))
const code = everything.filter((path) => !path.startsWith('test/'))
const migrations = files.filter((path) => path.startsWith('migrations/'))
/** Files whose comments begin with `#`: settings, deployment, the contract's sources, programs in Python. */
const marked = [
  ...['.ci/run', '.dockerignore', '.npmrc', '.redocly.yaml', '.spectral.yaml', 'Containerfile'],
  ...[...listFiles('openapi'), ...files].filter(
    (path) => /\.(yaml|cfg|py|sh)$/.test(path) && !/^openapi\/(bundle|baseline)\//.test(path),
  ),
]
const sources = new Map(everything.map((path) => [path, readProjectFile(path)]))

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

t.test('the README fits on a page or two', async (t) => {
  const bytes = Buffer.byteLength(readProjectFile('README.md'))
  t.ok(bytes <= 12_000, `${bytes} bytes`)
})

t.test('the map of the README has these floors, from the top down', async (t) => {
  const rows = [...readProjectFile('README.md').matchAll(/^\| (\d+) \| ([^|]+) \|/gm)]
  const named = rows.map(([, floor, cell = '']) => ({
    floor: Number(floor),
    folders: [...cell.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path.replace(/\/$/, '')).toSorted(),
  }))
  const listFilesOfFolders = (folders: readonly string[]) =>
    Object.keys(folderOfFile).filter((file) => folders.includes(folderOfFile[file] ?? ''))
  const held = floors.map((folders, floor) => ({
    floor,
    folders: [...folders, ...listFilesOfFolders(folders)].toSorted(),
  }))
  t.same(named, held.toReversed())
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

t.test('a file has at most 250 lines, unless it is generated or data', async (t) => {
  const long = files
    .filter((path) => !isGenerated(path) && !path.endsWith('.json'))
    .map((path) => ({ path, lines: readProjectFile(path).split('\n').length - 1 }))
    .filter(({ lines }) => lines > 250)
  t.same(long, [])
})

t.test('a line of a comment has at most 120 characters', async (t) => {
  const isComment = (path: string, line: string) =>
    [findMark(path), '/*', '*'].some((mark) => line.trimStart().startsWith(mark))
  const wide = [...everything, ...migrations, ...marked]
    .filter((path) => !isGenerated(path))
    .flatMap((path) =>
      readProjectFile(path)
        .split('\n')
        .flatMap((line, at) => (isComment(path, line) && line.length > 120 ? [`${path}:${at + 1}`] : [])),
    )
  t.same(wide, [])
})

const commentsOfMarked = marked.flatMap((path) =>
  findComments(path, readProjectFile(path).replaceAll(/^\s*"""/gm, '# ')),
)
const comments = [...everything, ...migrations]
  .filter((path) => !isGenerated(path))
  .flatMap((path) => findComments(path, readProjectFile(path)))

t.test('a comment has at most three lines, besides its tags and list items', async (t) => {
  const long = comments.filter(({ lines }) => {
    const tags = lines.findIndex((line) => /^@(param|returns|throws)\b/.test(line))
    const prose = lines.slice(0, tags < 0 ? undefined : tags).filter((line) => line !== '' && !/^(- | {2})/.test(line))
    return prose.length > 3
  })
  t.same(
    long.map(({ place }) => place),
    [],
  )
})

t.test('a comment speaks of the caller, the request, the row: none of the words that say it privately', async (t) => {
  const people = 'nobody|somebody|anybody|everybody|whoever|whomever|no one else|she|he|him|his|himself'
  const privateWords = new RegExp(`\\b(${people}|told|goes by|meanwhile|anew|in vain)\\b`, 'i')
  const quoted = /`[^`]*`|"[^"]*"|“[^”]*”/g
  const wrong = [...comments, ...commentsOfMarked].filter(({ lines }) =>
    privateWords.test(lines.join(' ').replaceAll(quoted, '')),
  )
  t.same(
    wrong.map(({ place }) => place),
    [],
  )
})

t.test('a comment names a section of the specifications in one form', async (t) => {
  const named = /\b(?:interface|operations), sections? [\d.]+/g
  const other = /\b(?:interface|operations|interview)(?:'s)?,?(?: sections?)? \d/i
  const wrong = comments.filter(({ lines }) => other.test(lines.join(' ').replaceAll(named, '')))
  t.same(
    wrong.map(({ place }) => place),
    [],
  )
})

t.test('no declaration has one of the names that say privately what the field has a word for', async (t) => {
  const names = 'told|heard|hearing|stand|judge|keeper|mend|wish|putOff|began'
  const privateName = new RegExp(`\\b(?:const|let|function\\*?|class|type|interface|def) (?:${names})\\b`, 'i')
  const wrong = [...everything, ...marked].flatMap((path) =>
    readProjectFile(path)
      .split('\n')
      .flatMap((line, at) => (privateName.test(line) ? [`${path}:${at + 1}`] : [])),
  )
  t.same(wrong, [])
})

t.test('a plugin has one name: that of its file', async (t) => {
  for (const path of code.filter((path) => /^plugins\/[^/]+$/.test(path))) {
    const [, name] = /^ {2}\{ name: '([^']+)'/m.exec(readProjectFile(path)) ?? []
    if (name !== undefined && `plugins/${name}.ts` !== path) t.fail(`${path} is the plugin ${name}`)
  }
  t.pass(`${code.length} files`)
})

t.test('a name exported by two folders has a reason', async (t) => {
  const folders = new Map<string, Set<string>>()
  for (const path of code.filter((path) => !path.startsWith('scripts/') && !isGenerated(path))) {
    for (const [, name = ''] of (sources.get(path) ?? '').matchAll(
      /^export (?:async )?(?:const|function|class|type|interface) (\w+)/gm,
    )) {
      folders.set(name, (folders.get(name) ?? new Set()).add(posix.dirname(path)))
    }
  }
  const twice = [...folders].filter(([, places]) => places.size > 1)
  for (const [name, places] of twice) t.ok(namesInTwoFolders[name], `${name}: ${[...places].join(', ')}`)
  t.same(
    Object.keys(namesInTwoFolders).filter((name) => !twice.some(([other]) => other === name)),
    [],
    'each name on the list is still exported twice',
  )
})
