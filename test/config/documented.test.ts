import { readFileSync } from 'node:fs'
import t from 'tap'
import { loadConfig } from '#src/config.ts'

/** Every variable that the configuration reads. */
function readVariables(): Set<string> {
  const names = new Set<string>()
  const watched = new Proxy<Record<string, string | undefined>>(
    {},
    {
      get: (_env, name) => {
        names.add(String(name))
        return undefined
      },
    },
  )
  loadConfig(watched)
  return names
}

const page = readFileSync(new URL('../../src/config/README.md', import.meta.url), 'utf8')
const rows = [...page.matchAll(/^\| `([A-Z0-9_]+)` \| (?:`([^`]*)`|–) \| (.+) \|$/gm)]
const defaults = new Map(rows.map(([, name = '', value]) => [name, value]))

t.test('every setting is documented once, and nothing else is', async (t) => {
  t.same([...defaults.keys()].toSorted(), [...readVariables()].toSorted())
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

/** Settings that mean nothing without another one, or are generated each time. */
const together: Record<string, Record<string, string>> = {
  DATABASE_URL: { SERVICE_ENVIRONMENT: 'development' },
  DATABASE_NODES: { DATABASE_SHARDED: 'true', DATABASE_URL: 'postgresql://localhost/b' },
  LORE_MODEL_BASE_URL: { LORE_MODEL_NAME: 'a-model' },
  EMBEDDING_MODEL_BASE_URL: { EMBEDDING_MODEL_NAME: 'a-model' },
  CHAOS: { CHAOS_SEED: '1' },
  CHAOS_SEED: { CHAOS: 'on-demand' },
}

t.test('a setting without a default changes the configuration when it is set', async (t) => {
  for (const [name, otherwise] of defaults) {
    if (otherwise !== undefined) continue
    const beside: Record<string, string> = together[name] ?? {}
    const values = [
      '7',
      'https://a.example/',
      'postgresql://a.example/b',
      'a.example:5432',
      'loopback',
      'https://a.example',
      'a-secret-of-some-length',
      'on-demand',
    ]
    const accepted = values.flatMap((value) => {
      try {
        const [one, again] = [0, 1].map(() => JSON.stringify(loadConfig({ ...beside, [name]: value })))
        return one === again ? [one] : []
      } catch {
        return []
      }
    })
    const without = JSON.stringify(loadConfig(beside))
    t.ok(accepted.length > 0 && accepted.some((config) => config !== without), `${name} changes something`)
  }
})

t.test('the guides of operating and of the sandbox name existing settings', async (t) => {
  for (const guide of ['observability/metrics', 'http/fault-injection']) {
    const text = readFileSync(new URL(`../../src/${guide}/README.md`, import.meta.url), 'utf8')
    const named = [...text.matchAll(/[`$]([A-Z]+(?:_[A-Z]+)+)\b/g)].map(([, name = '']) => name)
    t.ok(named.length > 0)
    for (const name of named) t.ok(defaults.has(name), `${guide}: ${name}`)
  }
})
