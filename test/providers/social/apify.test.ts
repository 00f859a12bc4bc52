import t from 'tap'
import type { SocialProfile } from '#src/research/providers/social/index.ts'
import { buildInstagramItem, replyWithStatus, severConnection, startApifyServer } from './apify-server.ts'

const profile: SocialProfile = { platform: 'instagram', handle: 'maraquill' }
const run = { runId: 'run1', datasetId: 'set1' }
const signal = new AbortController().signal

t.test('a start names the actor, the profile and the number of posts that may cost money', async (t) => {
  const { platform, provider } = await startApifyServer(t)
  t.same(await provider.start(profile, 200), { runId: 'run1', datasetId: 'set1' })
  await provider.start({ platform: 'tiktok', handle: 'mara' }, 10)
  await provider.start({ platform: 'x', handle: 'mara_q' }, 10)
  const [instagram, tiktok, x] = platform.starts
  t.match(instagram, {
    path: '/v2/actors/apify~instagram-scraper/runs',
    input: { directUrls: ['https://www.instagram.com/maraquill/'], resultsType: 'posts', resultsLimit: 200 },
    authorization: 'Bearer apify_api_secret',
  })
  t.equal(instagram?.query.get('maxItems'), '200')
  t.ok(Number(instagram?.query.get('timeout')) > 0, 'a run ends by itself')
  t.match(tiktok, {
    path: '/v2/actors/clockworks~tiktok-scraper/runs',
    input: { profiles: ['mara'], resultsPerPage: 10 },
  })
  t.match(x?.input, { searchTerms: ['from:mara_q -filter:replies -filter:retweets'], maxItems: 10 })
})

t.test(
  'a refused start has not begun; the outcome of one without a response is unknown; neither is sent twice',
  async (t) => {
    const { platform, provider } = await startApifyServer(t)
    const cases = [
      [replyWithStatus(429, { 'retry-after': '7' }), { failed: 'rate_limited', retryAfterMs: 7_000 }],
      [replyWithStatus(429), { failed: 'rate_limited' }],
      [replyWithStatus(401), { failed: 'provider_refused' }],
      [replyWithStatus(402), { failed: 'provider_refused' }],
      [replyWithStatus(404), { failed: 'provider_refused' }],
      [replyWithStatus(500), 'unknown'],
      [replyWithStatus(502, {}, '<html>'), 'unknown'],
      [replyWithStatus(408), 'unknown'],
      [severConnection, 'unknown'],
      [replyWithStatus(201, {}, '{"data":{"id":"run'), 'unknown'],
      [replyWithStatus(201, {}, '{"data":{}}'), 'unknown'],
      [replyWithStatus(302, { location: '/v2/elsewhere' }), 'unknown'],
    ] as const
    for (const [at, [trouble, outcome]] of cases.entries()) {
      platform.startTrouble = trouble
      t.strictSame(await provider.start(profile, 10), outcome, `case ${at}`)
      t.equal(platform.starts.length, at + 1, 'sent once')
    }
  },
)

t.test('the state of a run is the platform’s', async (t) => {
  const { platform, provider } = await startApifyServer(t)
  const standings = {
    READY: 'running',
    RUNNING: 'running',
    ABORTING: 'running',
    'TIMING-OUT': 'running',
    SUCCEEDED: 'succeeded',
    ABORTED: 'cut_short',
    'TIMED-OUT': 'cut_short',
    FAILED: { failed: 'provider_refused' },
    SOMETHING: { failed: 'unreadable' },
  }
  for (const [word, standing] of Object.entries(standings)) {
    platform.standing = word
    t.strictSame(await provider.poll(run, signal), standing, word)
  }
})

t.test('the results of a run are read page by page', async (t) => {
  const items = Array.from({ length: 5 }, (_, at) => buildInstagramItem(`P${at}`))
  const { provider } = await startApifyServer(t, items)
  const page = async (offset: number) => {
    const found = await provider.collect(run, profile, { offset, limit: 2 }, signal)
    return 'failed' in found ? found : { ids: found.posts.map(({ postId }) => postId), more: found.more }
  }
  t.same(await page(0), { ids: ['P0', 'P1'], more: true })
  t.same(await page(4), { ids: ['P4'], more: false })
  t.same(await page(6), { ids: [], more: false })
})
