import { join } from 'node:path'
import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { signLocalToken } from '#src/auth/tokens.ts'
import { loadConfig } from '#src/config.ts'
import { addImportedAnswer } from '../sessions/interview.ts'
import { ensureBuild } from '../support/built.ts'
import { freshDatabase } from '../support/database.ts'
import { startService } from '../support/service.ts'
import { addArtist, addUser } from '../support/test-context.ts'

const folder = t.testdir({ data: {} })
const built = await ensureBuild()

const { url, database } = await freshDatabase(t)
const { db } = database
const env = { DATABASE_URL: url, DATA_FOLDER: join(folder, 'data'), EVENT_LOOP_DELAY_MS_MAX: '60000' }
const artistId = await addArtist(db, 'Mara Quill')
await addUser(db, 'mara', { claims: artistId })
const { id } = await addImportedAnswer(
  { db, artistId },
  { answer: 'The vox humana.', offeredAt: '2026-03-04T10:01:12Z' },
)
const token = await signLocalToken(loadConfig(env), { subject: 'mara', ttlSeconds: 600, environment: 'development' })
const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
const artist = `/api/artist/${artistId}`

type Answer = { status: number; headers: Record<string, string>; body: string }

/** Without what differs between two responses of the same process. */
async function ask(base: string, path: string, init: RequestInit = { headers }): Promise<Answer> {
  const response = await fetch(base + path, { redirect: 'manual', ...init })
  const passing = /^(date|x-request-id|x-ratelimit-.*|ratelimit.*)$/
  const stable = [...response.headers].filter(([name]) => !passing.test(name))
  return {
    status: response.status,
    headers: Object.fromEntries(stable),
    body: Buffer.from(await response.arrayBuffer()).toString('latin1'),
  }
}

t.test('the build responds as the sources do, byte for byte', async (t) => {
  const [sources, service] = await Promise.all([startService(env), startService(env, join(built, 'server.js'))])
  t.teardown(() => Promise.all([sources.end('SIGKILL'), service.end('SIGKILL')]))
  const both = async (path: string, status: number, init?: RequestInit) => {
    const [actual, expected] = [await ask(service.base, path, init), await ask(sources.base, path, init)]
    t.equal(actual.status, status, `${init?.method ?? 'GET'} ${path}`)
    t.same(actual, expected, `${path} is the same`)
    return actual
  }
  const post = (body: unknown) => ({ method: 'POST', headers, body: JSON.stringify(body) })

  await both('/api/health', 200)
  await both('/ready', 200)
  await both(`${artist}/interview/responses/${id}`, 200)
  await both(`${artist}/interview/memory?sitting=1`, 200)
  await both(`${artist}/knowledge/search?query=humana`, 200)
  await both(`${artist}/interview/memory?sitting=0`, 400)
  await both(`${artist}/interview/session`, 401, {})
  await both(`${artist}/interview/session`, 400, post({ requestId: 'none' }))
  await both(`${artist}/interview/boundaries`, 400, post({ requestId: uuidv7(), scope: 'ever', wording: '' }))
  await both(`/api/nothing`, 404)

  // The document names the address that it was requested at, and the two have ports of their own.
  for (const path of ['/openapi.json', '/openapi.yaml']) {
    const documents = [service, sources].map(async ({ base }) => (await ask(base, path)).body.replaceAll(base, ''))
    const [actual, expected] = await Promise.all(documents)
    t.equal(actual, expected, `${path} is the same`)
  }
  for (const path of ['/docs', '/docs/static/explorer.js']) await both(path, 200)
  await both('/docs/static/swagger-ui.css', 200)
  const { body } = await both('/console', 200)
  const scripts = [...body.matchAll(/(?:src|href)="(console\/[^"]+)"/g)].map(([, path = '']) => `/${path}`)
  t.ok(scripts.length > 0, 'the console has files of its own')
  for (const path of scripts) await both(path, 200)

  t.equal(await service.end('SIGTERM'), 0, 'and ends in good order')
})
