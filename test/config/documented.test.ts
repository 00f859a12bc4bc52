import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { settingNames } from '#src/config/read-settings.ts'
import { loadConfig } from '#src/config.ts'
import { readCliOptions } from '#src/runtime/cli-options.ts'
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

t.test('an argument comes before a variable, and leaves the others unchanged', async (t) => {
  const env = { CHAOS: '0.5', PORT: '4000' }
  t.same(readCliOptions([], env), env)
  t.same(readCliOptions(['--chaos', '0.1'], env), { CHAOS: '0.1', PORT: '4000' })
  t.same(readCliOptions(['--chaos'], {}), { CHAOS: 'on-demand' })
  t.same(readCliOptions(['--chaos', '--chaos-seed', '7'], {}), { CHAOS: 'on-demand', CHAOS_SEED: '7' })
  t.same(loadConfig(readCliOptions(['--chaos=0.1', '--chaos-seed', '7'], {})).chaos, { rate: 0.1, seed: 7 })
})

t.test('an unknown argument ends the start with a message, before anything is opened', async (t) => {
  const folder = t.testdir()
  const ended = async (...given: (string | Record<string, string>)[]) => {
    const args = given.filter((one) => typeof one === 'string')
    const env = { DATA_FOLDER: folder, PORT: '0', ...given.find((one) => typeof one !== 'string') }
    const { code, stdout, stderr } = await runToEnd(process.execPath, [server, ...args], { env })
    return { code, said: stdout + stderr }
  }
  t.match(await ended('--chaoss'), { code: 1, said: /Unknown option '--chaoss'/ })
  t.match(await ended('--chaos', 'often'), { code: 1, said: /^The service did not start: CHAOS must be on-demand or/m })
  const unusable = 'The service did not start: DATA_FOLDER cannot be made at /dev/null/data/postgres (ENOTDIR)\n'
  t.match(await ended({ DATA_FOLDER: '/dev/null/data' }), { code: 1, said: unusable })
  t.notOk(existsSync(`${folder}/postgres`))
  t.match(await ended('--help'), { code: 0, said: /--chaos \[RATE\][\s\S]+src\/http\/fault-injection\/README\.md/ })
})
