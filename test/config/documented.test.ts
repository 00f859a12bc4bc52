import { readFileSync } from 'node:fs'
import t from 'tap'
import { settingNames } from '#src/config/read-settings.ts'
import { loadConfig } from '#src/config.ts'

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
