import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { signLocalToken } from '#src/auth/tokens.ts'
import { createArtistClient, createClient } from '#src/clients/typescript/index.ts'
import { sampleIdentities } from '#src/config/sample-identities.ts'
import { loadConfig } from '#src/config.ts'
import { playSitting } from '../../scripts/demo/sitting.ts'
import { createStage } from '../../scripts/demo/stage.ts'
import { ensureBuild } from '../support/built.ts'
import { freshDatabase } from '../support/database.ts'
import { queryOnce } from '../support/embedded.ts'
import { type Service, startService } from '../support/service.ts'

const folder = t.testdir()
const env = { DATA_FOLDER: folder, LOG_LEVEL: 'trace', EVENT_LOOP_DELAY_MS_MAX: '60000' }
const config = loadConfig(env)
const built = join(await ensureBuild(), 'server.js')
const token = await signLocalToken(config, {
  subject: sampleIdentities.claimant,
  ttlSeconds: 600,
  environment: 'development',
})
const { artistId } = sampleIdentities

const restore = (baseUrl: string) => createArtistClient(createClient({ baseUrl, token }), artistId).restore()

/** The paths of this service that a start has printed, and the status of each. */
async function followLinks({ base, output }: Service): Promise<[string, number][]> {
  const links = new Set(output().match(/http:[\w.:/]+/g))
  return await Promise.all([...links].map(async (link) => [link.slice(base.length), (await fetch(link)).status]))
}

t.test('an argument is refused, since settings are environment variables', async (t) => {
  const { status, stderr } = spawnSync(process.execPath, [built, '--chaos'], { env, encoding: 'utf8' })
  t.equal(status, 1)
  t.match(stderr, '--chaos is no option')
})

t.test('one command starts the service with sample data and a database of its own', async (t) => {
  const service = await startService({ ...env, CHAOS: 'on-demand' })
  t.teardown(() => service.end('SIGTERM'))
  const paths = ['', '/console', '/docs', '/guides/', '/guides/sandbox', '/sandbox/report']
  t.same(
    await followLinks(service),
    paths.map((path) => [path, 200]),
    'prints where to explore',
  )
  const { port } = new URL(service.base)
  t.match(service.output(), `DATA_FOLDER=${folder} PORT=${port} npm run -s cli -- token --subject mara`)
  t.match(service.output(), /chaos +on demand, seed \d/)
  t.equal((await fetch(`${service.base}/ready`)).status, 200)

  const output: string[] = []
  await playSitting(createStage({ baseUrl: service.base, token, artistId, write: (text) => output.push(text) }))
  t.match(output.join(''), /409 revision_changed/, 'the demo shows a stale revision refused')
  const { session } = await restore(service.base)
  t.equal(session?.state, 'finished')
  t.same(
    session?.questions.map(({ state }) => state),
    ['answered', 'skipped'],
  )

  const texts = (session?.questions ?? []).flatMap(({ question, answer }) => [question, answer ?? question])
  for (const text of [...texts, token, token.split('.')[2] ?? token]) {
    t.notOk(service.output().includes(text), 'no text and no token in the log, whatever its level')
  }
  t.match(service.output(), /"operationId":"offerInterviewQuestion"/, 'the log names operations')

  await service.end('SIGKILL')
  const again = await startService(env, built)
  t.teardown(() => again.end('SIGTERM'))
  t.same(await restore(again.base), { status: 'ok', session, legacyOffers: [] }, 'what was answered survives kill -9')

  t.equal(await again.end('SIGTERM'), 0, 'a signal ends it in good order')
  t.notOk(existsSync(`${folder}/postgres/postmaster.pid`), 'and its database with it')
})

t.test('a failure that a setting can mend has a message, and the process ends', async (t) => {
  const service = await startService(env, built)
  t.teardown(() => service.end('SIGTERM'))
  const port = new URL(service.base).port
  const { url } = await freshDatabase(t)
  const refused: [Record<string, string>, RegExp][] = [
    [{ CHAOS: 'often' }, /The service did not start: CHAOS must be on-demand or/],
    [{ PORT: port }, /EADDRINUSE.*PORT/],
    [{ PORT: port, DATABASE_URL: url }, /EADDRINUSE.*PORT/],
    [{ DATA_FOLDER: process.execPath }, /EEXIST|ENOTDIR/],
    [{ DATA_FOLDER: t.testdir({ 'token-key.json': {} }), DATABASE_URL: url }, /EISDIR/],
  ]
  for (const [setting, words] of refused) {
    const failure = await startService({ ...env, ...setting }, built).catch(({ message }: Error) => message)
    t.match(failure, words)
    t.notMatch(failure, /\n +at /, 'without a stack')
  }
  t.equal(
    (await fetch(`${service.base}/ready`)).status,
    200,
    'the second start of a folder takes nothing from the first',
  )
})

t.test('with a database of one’s own the banner names no samples, and no documents that are not served', async (t) => {
  const { url } = await freshDatabase(t)
  const service = await startService({ ...env, DATABASE_URL: url, DOCUMENTS_SERVED: 'false', CHAOS: '0.5' }, built)
  t.teardown(() => service.end('SIGKILL'))
  t.same(await followLinks(service), [
    ['', 200],
    ['/console', 200],
    ['/sandbox/report', 200],
  ])
  t.notMatch(service.output(), /npm run/)
  t.same(await queryOnce(url, 'select from artists'), [], 'nor is a sample in it')
})
