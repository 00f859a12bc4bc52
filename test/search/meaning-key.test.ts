import { fileURLToPath } from 'node:url'
import t from 'tap'
import { signLocalToken } from '#src/auth/tokens.ts'
import { loadConfig } from '#src/config.ts'
import {
  buildEmbeddings,
  type Reply,
  replyWith,
  replyWithVectors,
  startModelServer,
} from '../providers/model-server.ts'
import { freshDatabase } from '../support/database.ts'
import { startService } from '../support/service.ts'
import { addArtist, addSource, addUser } from '../support/test-context.ts'
import { startCollector } from '../tracing/collector.ts'
import { embedByWordList } from './word-list-model.ts'

const key = 'sk-a-secret-key'
const canary = 'tidewrack'
const tracing = fileURLToPath(new URL('../../src/observability/tracing/register.ts', import.meta.url))

t.test(
  'a model of embeddings is called, and neither its key nor a text nor its answer is in a log, a failure or a span',
  async (t) => {
    const words = `The canary has ${key}`
    const failures: Reply[] = [
      replyWith(500, { error: { message: words } }),
      replyWith(401, words),
      replyWith(200, buildEmbeddings([words])),
      (response) => response.destroy(),
    ]
    const server = await startModelServer(t, replyWithVectors(embedByWordList))
    const collector = await startCollector(t)
    const { url, database } = await freshDatabase(t)
    const { db } = database
    const env = { DATABASE_URL: url, DATA_FOLDER: t.testdir(), LOG_LEVEL: 'trace', SLOW_QUERY_MS: '0' }
    const service = await startService({
      ...env,
      EVENT_LOOP_DELAY_MS_MAX: '60000',
      NODE_OPTIONS: `--import=${tracing}`,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      EMBEDDING_MODEL_BASE_URL: server.base,
      EMBEDDING_MODEL_NAME: 'vectors-1',
      EMBEDDING_MODEL_API_KEY: key,
    })
    t.teardown(() => service.end('SIGKILL'))
    const artistId = await addArtist(db, 'Mara Quill')
    await addUser(db, 'owner', { claims: artistId })
    await addSource(db, artistId, `The boat left a ${canary} on the slip.`)
    const token = await signLocalToken(loadConfig(env), {
      subject: 'owner',
      ttlSeconds: 600,
      environment: 'development',
    })
    const answers: string[] = []
    const call = async (method: string, path: string) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const body = method === 'POST' ? { body: '{}' } : {}
      const text = await (await fetch(`${service.base}${path}`, { method, headers, ...body })).text()
      answers.push(text)
      return text
    }
    const search = () => call('GET', `/api/artist/${artistId}/knowledge/search?query=vessel`)
    const advance = () => call('POST', '/api/research/advance')

    // A search that finds a text without vectors queues the job.
    const embed = async () => {
      await search()
      while ((await advance()).includes('"ran":true')) {}
    }
    await embed()
    t.match(await search(), canary, 'a search by meaning finds the text')
    for (const reply of failures) {
      server.reply = reply
      t.match(await search(), 'did not answer')
    }
    server.reply = replyWith(401, words)
    await addSource(db, artistId, 'A second text.')
    await embed()
    t.ok(server.headers.every(({ authorization }) => authorization === `Bearer ${key}`))
    t.ok(server.bodies.length >= 2 + failures.length, `${server.bodies.length} calls`)

    await service.end('SIGTERM')
    t.match(service.output(), /"operationId":"searchArtistEvidence"/)
    t.match(collector.everything(), /searchArtistEvidence/)
    const jobs = await db.selectFrom('artist_research_jobs').selectAll().execute()
    for (const [name, text] of Object.entries({
      log: service.output(),
      spans: collector.everything(),
      jobs: JSON.stringify(jobs),
    }))
      for (const secret of [key, 'canary', canary, 'vessel']) t.notOk(text.includes(secret), `${name}: no ${secret}`)
    for (const secret of [key, 'canary']) t.notOk(answers.join().includes(secret), `answers: no ${secret}`)
  },
)
