import t from 'tap'
import { startBuilt } from '../support/built.ts'
import { freshDatabase } from '../support/database.ts'
import { startService } from '../support/service.ts'
import { withoutShedding } from '../support/settings.ts'

/** Without what differs between two responses of the same process. */
async function ask(base: string, path: string) {
  const response = await fetch(base + path, { redirect: 'manual' })
  const passing = /^(date|x-request-id|x-ratelimit-.*|ratelimit.*)$/
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !passing.test(name)))
  const body = Buffer.from(await response.arrayBuffer()).toString('latin1')
  return { status: response.status, headers, body }
}

t.test('the build serves every document and page as the sources do, byte for byte', async (t) => {
  const { url } = await freshDatabase(t)
  const env = { DATABASE_URL: url, DATA_FOLDER: t.testdir(), ...withoutShedding }
  const [sources, service] = await Promise.all([startService(env), startBuilt(env)])
  t.teardown(() => Promise.all([sources.end('SIGKILL'), service.end('SIGKILL')]))
  const both = async (path: string) => {
    const [actual, expected] = [await ask(service.base, path), await ask(sources.base, path)]
    t.equal(actual.status, 200, path)
    t.same(actual, expected, `${path} is the same`)
    return actual
  }
  for (const path of ['/ready', '/docs', '/docs/static/explorer.js', '/docs/static/swagger-ui.css']) await both(path)
  const { body } = await both('/console')
  const assets = [...body.matchAll(/(?:src|href)="(console\/[^"]+)"/g)].map(([, path = '']) => `/${path}`)
  t.ok(assets.length > 0, 'the console has files of its own')
  for (const path of assets) await both(path)
  // The document names the address that it was requested at, and the two have ports of their own.
  for (const path of ['/openapi.json', '/openapi.yaml']) {
    const documents = [service, sources].map(async ({ base }) => (await ask(base, path)).body.replaceAll(base, ''))
    const [actual, expected] = await Promise.all(documents)
    t.equal(actual, expected, `${path} is the same`)
  }
})
