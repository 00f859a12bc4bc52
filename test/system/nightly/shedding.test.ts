import { setTimeout as after } from 'node:timers/promises'
import t from 'tap'
import { Agent, request } from 'undici'
import { loadConfig } from '#src/config.ts'
import { openEnvironment } from '../environment.ts'
import { formatCounts, smallHeap, summarizeFootprints, watchFootprint } from '../footprint.ts'
import { holdSittings } from '../outage/load.ts'
import { openProxy } from '../outage/proxy.ts'
import { type Actors, createSubject, openServices, readAll, type Subject } from '../service.ts'

const { limits } = loadConfig({})
/**
 * The delay of each message to the database and back, in milliseconds: a statement takes a quarter of a second instead
 * of one millisecond.
 */
const delayMs = 125
/** Sooner than Retry-After says: callers that make it worse. */
const pauseMs = 400
const patienceMs = 60_000

t.setTimeout(3_600_000)

t.test('more than a slow database can serve is refused with Retry-After, within bounds of memory', async (t) => {
  const environment = await openEnvironment(t)
  const proxy = await openProxy(environment, environment.url)
  const actors = await openServices(environment, 1, {
    DATABASE_URL: proxy.url,
    ...smallHeap,
    REQUESTS_AT_ONCE_MAX: String(limits.requestsAtOnceMax),
  })
  const [pid = 0] = actors.pids
  const subject = await createSubject(environment)
  await holdSittings(actors, subject, 3)
  await readAll(actors, subject)

  proxy.delay(delayMs)
  const stopWatching = watchFootprint(pid, 100)
  const answers = await press(actors, subject, { callers: 2_000, forMs: 60_000 })
  const { words: held, isFlat, isWithin } = summarizeFootprints(stopWatching())
  proxy.delay(0)
  await readAll(actors, subject)
  const shed = (answers['503 overloaded, come again'] ?? 0) + (answers['429 rate_limited, come again'] ?? 0)
  t.ok(shed > 0, 'some are shed')
  t.ok((answers['health 200'] ?? 0) > 0, 'the health is served')
  t.same(
    Object.keys(answers).filter((answer) => !known.has(answer)),
    [],
  )
  t.ok(isFlat && isWithin, held)
  environment.report('shedding', `${formatCounts(answers)}; ${held}`)
})

const known = new Set([
  '200',
  'health 200',
  '429 rate_limited, come again',
  '503 overloaded, come again',
  '503 persistence_unavailable, come again',
])

/** Concurrent callers that each repeat an expensive request; returns the count of each response. */
async function press(
  { bases: [base = ''], bearer }: Actors,
  { artistId, source }: Subject,
  size: { callers: number; forMs: number },
) {
  const dispatcher = new Agent({ connections: null, pipelining: 1 })
  const artist = `/api/artist/${artistId}`
  const heavy = [
    `${artist}/knowledge/search?query=the%20bell%20on%20the%20record&maxChars=12000`,
    `${artist}/knowledge/history?limit=50&maxChars=20000`,
    `${artist}/interview/responses?limit=20`,
    `${artist}/knowledge/sources/${source.sourceId}?maxChars=20000`,
  ]
  const answers: Record<string, number> = {}
  const until = performance.now() + size.forMs
  async function ask(path: string): Promise<string> {
    const timeouts = { headersTimeout: patienceMs, bodyTimeout: patienceMs }
    const response = await request(`${base}${path}`, { dispatcher, headers: { authorization: bearer }, ...timeouts })
    const { code } = (await response.body.json()) as { code?: string }
    const comeAgain = response.headers['retry-after'] === undefined ? '' : ', come again'
    return `${response.statusCode}${code === undefined ? '' : ` ${code}`}${comeAgain}`
  }
  const repeatRequests = async (path: string, query = '') => {
    while (performance.now() < until) {
      const answer = `${query}${await ask(path).catch(String)}`
      answers[answer] = (answers[answer] ?? 0) + 1
      await after(pauseMs * (1 + Math.random()))
    }
  }
  const callers = Array.from({ length: size.callers }, (_, at) => repeatRequests(heavy[at % heavy.length] ?? ''))
  await Promise.all([...callers, repeatRequests('/api/health', 'health ')])
  await dispatcher.close()
  return answers
}
