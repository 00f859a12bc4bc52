import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { saveUser } from '#src/admin/users.ts'
import { loadConfig } from '#src/config.ts'
import { startService } from '../../support/service.ts'
import { withoutLimits, withoutShedding } from '../../support/settings.ts'
import { type ApiReply, parseBody } from '../../support/test-context.ts'
import { randomFrom, seed } from '../../text/seed.ts'
import { startCollector } from '../../tracing/collector.ts'
import type { RequestSender } from '../access/in-process-service.ts'
import { type SeededArtist, seedArtist, seedBlankArtist, signBearer } from '../access/seed-artist.ts'
import { openEnvironment, type TestEnvironment } from '../environment.ts'
import { findCanary, newCanary } from '../security/canaries/canary.ts'
import { whileLocking, whileRefusingRows, whileSevering } from '../security/canaries/failures.ts'
import { openFailingOutside } from '../security/canaries/outside.ts'
import { type Reply, type SendCanaries, sendCanaries, sendMalformed } from '../security/canaries/send.ts'
import { buildSinks } from '../security/canaries/sinks.ts'
import { buildMalformed, generateTraffic } from '../security/canaries/traffic.ts'

const calls = 10_000
const atOnce = 8
const tracingStart = fileURLToPath(new URL('../../../src/observability/tracing/register.ts', import.meta.url))

t.setTimeout(3_600_000)

// While the service works, fails and is refused, at the lowest log level.
t.test(
  'words of a caller and secrets of the settings are in no log, metric, trace or failure’s response',
  async (t) => {
    const environment = await openEnvironment(t)
    t.comment(`SEED=${seed}`)
    const canaries = [newCanary('cnry'), newCanary('nmry')] as const
    const words = { word: canaries[0].word, name: canaries[1].word }
    const { service, sender, outside, metricsToken, collector } = await openService(environment, words.word)
    const seeded = await seedArtist(environment, sender, words.word)
    await saveUser(environment.db, { subject: `stranger-${words.word}`, admin: null })
    const bearers = {
      claimant: await signBearer(sender, seeded.claimant),
      strange: await signBearer(sender, `stranger-${words.word}`),
    }
    const traffic = generateTraffic(seeded, bearers, words, randomFrom(seed))
    const statuses = new Map<number, number>()
    const leaks: string[] = []

    function checkReply(sent: { url: string; method: string }, { status, body }: Reply) {
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      // A 400 names the invalid field, also one whose name the caller chose.
      const secret = status === 400 ? canaries.slice(0, 1) : status > 400 ? canaries : []
      const seen = findCanary(body, secret)
      if (seen !== undefined) leaks.push(`an answer ${status} to ${sent.method} ${sent.url.split('?')[0]}: ${seen}`)
    }
    const send = async (sent: SendCanaries) => checkReply(sent, await sendCanaries(service.base, sent))
    async function sendMany(count: number) {
      let left = count
      await Promise.all(
        Array.from({ length: atOnce }, async () => {
          while (left-- > 0) await send(traffic.next().value as SendCanaries)
        }),
      )
    }

    await askOutside(environment, sender, words.word, 40)
    await sendMany(calls * 0.7)
    for (const bytes of buildMalformed(words))
      checkReply({ method: 'no request', url: '' }, await sendMalformed(service.base, bytes))
    await whileRefusingRows(environment, async () => {
      await provoke(seeded, bearers.claimant, words.word, sender, send)
      await sendMany(calls * 0.1)
    })
    await whileSevering(environment, () => sendMany(calls * 0.1))
    await whileLocking(environment, () => sendMany(200))
    await sendMany(calls * 0.1)

    const sinks = buildSinks(environment, service, metricsToken, collector)
    for (const { name, read, alive } of sinks) {
      const text = await read()
      if (!alive.test(text)) leaks.push(`${name}: lacks its expected content, so it shows nothing`)
      const seen = findCanary(text, canaries)
      if (seen !== undefined) leaks.push(`${name}: ${seen}`)
    }
    t.same(leaks, [])
    for (const status of [200, 400, 401, 403, 404, 409, 413, 500, 503])
      t.ok(statuses.has(status), `some were ${status}`)
    t.ok(outside.requests() > 0, 'external providers were called')
    const requests = [...statuses.values()].reduce((sum, one) => sum + one, 0)
    environment.report(
      'canaries',
      `${requests} requests, ${sinks.length} places searched, ${outside.requests()} external calls`,
    )
  },
)

/** A service of its own, with the word in each of its secrets. */
async function openService(environment: TestEnvironment, word: string) {
  const outside = await openFailingOutside(environment, word)
  const metricsToken = `metrics-${word}-metrics`
  const collector = await startCollector(environment)
  const url = new URL(environment.url)
  url.password ||= word
  const settings = {
    DATABASE_URL: url.href,
    DATA_FOLDER: join(environment.folder, 'service'),
    LOG_LEVEL: 'trace',
    ...withoutLimits,
    ...withoutShedding,
    DATABASE_LOCK_TIMEOUT_MS: '100',
    CRON_SECRET: `cron-${word}-cron`,
    RESEARCH_KEY: `key-${word}-of-more-than-32-characters`,
    METRICS_TOKEN: metricsToken,
    // Every statement is logged, and every span is sent.
    SLOW_QUERY_MS: '0',
    NODE_OPTIONS: `--import=${tracingStart}`,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_BSP_SCHEDULE_DELAY: '200',
    OTEL_BSP_MAX_QUEUE_SIZE: '100000',
    ...outside.settings,
  }
  const service = await startService(settings)
  environment.teardown(() => service.end('SIGTERM'))
  const send: RequestSender['send'] = async ({ method, url, headers, body }): Promise<ApiReply> => {
    const type = body === undefined ? {} : { 'content-type': 'application/json' }
    const response = await fetch(`${service.base}${url}`, {
      method,
      headers: { ...type, ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: parseBody(response.headers.get('content-type'), text),
    }
  }
  return { service, sender: { config: loadConfig(settings), send }, outside, metricsToken, collector }
}

/** Research of artists of their own, as far as it goes while every external call fails. */
async function askOutside(environment: TestEnvironment, sender: RequestSender, word: string, artists: number) {
  for (let at = 0; at < artists; at += 1) {
    const { artistId, does } = await seedBlankArtist(environment, sender, word)
    const evidenceNeed = ['reporting', 'social_caption', 'release_date'][at % 3]
    await does('POST', `/api/artist/${artistId}/research/questions`, {
      topic: `${word} ${at}`,
      evidenceNeed,
      freshness: 'recent',
    })
    await does('POST', `/api/artist/${artistId}/research/refresh`)
    while ((await does('POST', '/api/research/advance', { artistId })).ran) {}
  }
}

/** Writes that the database refuses, each with the word in its row. */
async function provoke(
  { artistId, ids }: SeededArtist,
  authorization: string,
  word: string,
  sender: RequestSender,
  send: (sent: SendCanaries) => Promise<void>,
) {
  const interview = `/api/artist/${artistId}/interview`
  const headers = { authorization, 'content-type': 'application/json' }
  for (let at = 0; at < 20; at += 1) {
    const { body } = await sender.send({
      method: 'GET',
      url: `${interview}/responses/${ids.answered}`,
      headers: { authorization },
    })
    const revised = { expectedRevision: body.response.revision, answer: `${word} for the ${at}th time.`, note: word }
    await send({
      method: 'PATCH',
      url: `${interview}/responses/${ids.answered}`,
      headers,
      body: JSON.stringify(revised),
    })
    await send({
      method: 'POST',
      url: `/api/artist/${artistId}/research/questions`,
      headers,
      body: JSON.stringify({ topic: `${word} ${at}`, evidenceNeed: 'credits', targetUrl: `https://${word}.example/` }),
    })
  }
}
