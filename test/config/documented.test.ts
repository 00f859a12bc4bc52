import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { settingNames } from '#src/config/read-settings.ts'
import { loadConfig } from '#src/config.ts'
import { ensureBuild } from '../support/built.ts'
import { runToEnd } from '../support/program.ts'

const page = readFileSync(new URL('../../src/config/README.md', import.meta.url), 'utf8')
const rows = [...page.matchAll(/^\| `([A-Z0-9_]+)` \| (?:`([^`]*)`|–) \| (.+) \|$/gm)]
const defaults = new Map(rows.map(([, name = '', value]) => [name, value]))

t.test('every setting is documented once, and nothing else is', async (t) => {
  t.same([...defaults.keys()].toSorted(), [...settingNames].toSorted())
  t.equal(rows.length, defaults.size)
})

t.test('each default is the one that is documented', async (t) => {
  let stated = 0
  for (const [name, value] of defaults) {
    if (value === undefined) continue
    t.same(loadConfig({ [name]: value }), loadConfig({}), name)
    stated += 1
  }
  t.ok(stated > 30, `${stated} defaults`)
})

const server = join(await ensureBuild(), 'server.js')

t.test('what cannot be used ends the start with a message, before anything is opened', async (t) => {
  const folder = t.testdir()
  const start = async (given: Record<string, string>) => {
    const env = { DATA_FOLDER: folder, PORT: '0', ...given }
    const { code, stdout, stderr } = await runToEnd(process.execPath, [server], { env })
    return { code, said: stdout + stderr }
  }
  t.match(await start({ CHAOS: 'often' }), { code: 1, said: /^The service did not start: CHAOS must be on-demand or/m })
  const unusable = "The service did not start: ENOTDIR: not a directory, mkdir '/dev/null/data/postgres'\n"
  t.match(await start({ DATA_FOLDER: '/dev/null/data' }), { code: 1, said: unusable })
  t.notOk(existsSync(`${folder}/postgres`))
})
