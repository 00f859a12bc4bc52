import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import t from 'tap'

const root = new URL('../../', import.meta.url)
const tracked = spawnSync('git', ['ls-files', '-z', '--', '*.md'], { cwd: fileURLToPath(root), encoding: 'utf8' })
const documents = tracked.stdout.split('\0').filter((path) => path !== '')
const skip = tracked.status === 0 ? false : 'this is no checkout of git: the files cannot be listed'

/** As GitHub makes an anchor of a heading. */
const buildAnchor = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-')

const withoutCode = (text: string) =>
  text
    .replaceAll(/^```[\s\S]*?^```$/gm, '')
    .replaceAll(/`[^`\n]*`/g, (code) => code.slice(1, -1).replaceAll(/[[\]()]/g, ''))

t.test(
  'every link of the documents targets an existing file, and an existing heading where it names one',
  { skip },
  async (t) => {
    let links = 0
    for (const path of documents) {
      const from = new URL(path, root)
      for (const [, target = ''] of withoutCode(readFileSync(from, 'utf8')).matchAll(/\]\(([^)\s]+)\)/g)) {
        if (/^[a-z]+:/.test(target)) continue
        links += 1
        const to = new URL(target, from)
        const anchor = decodeURIComponent(to.hash.slice(1))
        to.hash = ''
        t.ok(existsSync(to), `${path}: ${target}`)
        if (anchor === '' || !existsSync(to)) continue
        const headings = [...withoutCode(readFileSync(to, 'utf8')).matchAll(/^#+ (.*)$/gm)].map(([, text = '']) =>
          buildAnchor(text),
        )
        t.ok(headings.includes(anchor), `${path}: ${target}`)
      }
    }
    t.ok(links > 20, `${links} links in ${documents.length} documents`)
  },
)

t.test('each command line of the documents is one that the command line accepts', { skip }, async (t) => {
  const commands = await listCommands()
  let lines = 0
  for (const path of documents) {
    const text = readFileSync(new URL(path, root), 'utf8')
    for (const [, words = ''] of text.matchAll(/(?<!`)npm run -s cli -- ([^`#>\n]+)/g))
      t.same(findFaults(words, true), [], words)
    for (const [, words = ''] of text.matchAll(/`npm run -s cli -- ([^`\n]+)`/g))
      t.same(findFaults(words, false), [], words)
  }
  t.ok(lines > 20, `${lines} lines`)

  /** What a line names and its command does not know; of a whole line also what its command requires. */
  function findFaults(line: string, isWhole: boolean): string[] {
    const [first = '', second = '', ...rest] = line.trim().split(/\s+/)
    if (!/^[a-z]/.test(first)) return []
    lines += 1
    const below = commands.get(`${first} ${second}`)
    const command = below ?? commands.get(first)
    if (command === undefined || (below === undefined && command.commands.length > 0))
      return [`no command ${first} ${second}`]
    const options = new Set((below ? rest : [second, ...rest]).filter((word) => word.startsWith('--')))
    const known = new Set([...command.options.map(({ long }) => long), '--json', '--as', '--yes', '--help'])
    const missing = command.options.filter(({ mandatory, long }) => isWhole && mandatory && !options.has(`${long}`))
    return [
      ...[...options].filter((option) => !known.has(option)).map((option) => `unknown ${option}`),
      ...missing.map(({ long }) => `without ${long}`),
    ]
  }
})

/** The commands and their subcommands, as `jobs` and `jobs list`. */
async function listCommands(): Promise<Map<string, Command>> {
  const folder = new URL('scripts/cli/', root)
  const found = new Map<string, Command>()
  // Loading program.ts would carry out what this process was called with.
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  for (const file of files.filter((name) => name.endsWith('.ts') && name !== 'program.ts')) {
    for (const [name, make] of Object.entries(await import(new URL(file, folder).href))) {
      if (!name.endsWith('Command')) continue
      const command = (make as () => Command)()
      found.set(command.name(), command)
      for (const below of command.commands) found.set(`${command.name()} ${below.name()}`, below)
    }
  }
  return found
}
