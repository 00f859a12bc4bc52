import t from 'tap'
import { loadConfig } from '#src/config.ts'
import { startMs } from '#src/research/providers/social/apify.ts'
import type { SocialProfile } from '#src/research/providers/social/index.ts'
import { filterOwnPosts } from '#src/research/providers/social/items.ts'
import { pluck } from '../../support/pluck.ts'
import { buildInstagramItem, replyWithStatus, severConnection, startApifyServer } from './apify-server.ts'

const on = (platform: SocialProfile['platform']): SocialProfile => ({ platform, handle: 'MaraQuill' })

t.test('a post of Instagram is read, whatever the case of its owner', async (t) => {
  t.strictSame(filterOwnPosts(on('instagram'), [buildInstagramItem('A1', { ownerUsername: 'maraquill' })]), [
    {
      platform: 'instagram',
      postId: 'A1',
      url: 'https://www.instagram.com/p/A1/',
      publishedAt: '2026-02-03T18:20:00.000Z',
      caption: 'Words of A1',
      captionTruncated: false,
      tracks: [],
    },
  ])
})

t.test('posts of others, posts without an owner, and items that are no posts are skipped', async (t) => {
  const longest = 'y'.repeat(200)
  const items = [
    ...[buildInstagramItem(longest), buildInstagramItem(`${longest}y`)],
    buildInstagramItem('A1', { ownerUsername: 'fanpage' }),
    buildInstagramItem('A2', { ownerUsername: undefined }),
    buildInstagramItem('A3', { url: 'javascript:alert(1)' }),
    buildInstagramItem('A4', { url: 'https://user:secret@instagram.com/p/A4' }),
    buildInstagramItem('', { id: undefined }),
    { error: 'not_found', errorDescription: 'Post does not exist' },
    null,
    'text',
    7,
    [buildInstagramItem('A5')],
  ]
  t.same(pluck(filterOwnPosts(on('instagram'), items), 'postId'), [longest])
})

t.test('on X reposts and replies to others are skipped; a thread is read', async (t) => {
  const tweet = (id: string, more: Record<string, unknown> = {}) => ({
    ...{ type: 'tweet', id, url: `https://x.com/maraquill/status/${id}`, text: `Words ${id}` },
    ...{ createdAt: 'Tue Feb 03 18:20:00 +0000 2026', author: { userName: 'maraquill' }, ...more },
  })
  const items = [
    tweet('1'),
    tweet('2', { isRetweet: true }),
    tweet('3', { text: 'RT @brack: new record' }),
    tweet('4', { isReply: true, inReplyToUsername: 'brack' }),
    tweet('5', { isReply: true, inReplyToUsername: 'MaraQuill', fullText: 'The whole of it' }),
    tweet('6', { author: { userName: 'brack' } }),
    tweet('7', { fullText: 'RT @brack: new record' }),
    tweet('9', { inReplyToUsername: 'brack' }),
    tweet('10', { inReplyToUsername: 'maraquill' }),
    { noResults: true },
  ]
  const posts = filterOwnPosts(on('x'), items)
  const read = posts.map(({ postId, caption }) => `${postId}: ${caption}`)
  t.same(read, ['1: Words 1', '5: The whole of it', '10: Words 10'])
  t.equal(posts[0]?.publishedAt, '2026-02-03T18:20:00.000Z')
})

t.test('what X escapes in a text is read as it was written, once', async (t) => {
  const texts = {
    'R&amp;B night, 3 &lt; 4 &gt; 2': 'R&B night, 3 < 4 > 2',
    '&amp;amp; and &amp;lt;b&amp;gt;': '&amp; and &lt;b&gt;',
    'R&B, &quot;x&quot; &#39;y&#39; &copy;': 'R&B, &quot;x&quot; &#39;y&#39; &copy;',
    'Q&amp;A &amp': 'Q&A &amp',
  }
  for (const [fullText, caption] of Object.entries(texts)) {
    const item = { id: '1', url: 'https://x.com/mara/status/1', author: { userName: 'maraquill' }, fullText }
    t.equal(filterOwnPosts(on('x'), [item])[0]?.caption, caption)
  }
  const post = buildInstagramItem('A', { caption: 'R&amp;B' })
  t.equal(filterOwnPosts(on('instagram'), [post])[0]?.caption, 'R&amp;B', 'Instagram escapes nothing')
})

t.test('a video of TikTok has the subtitles of its own speech, and no machine translation', async (t) => {
  const own = { language: 'eng-US', source: 'ASR', tiktokLink: 'https://v16.example/sub1' }
  const subtitleLinks = [
    { ...own, downloadLink: 'https://api.example/s1' },
    { language: 'deu-DE', source: 'MT', tiktokLink: 'https://v16.example/sub2' },
    { language: 'fra-FR', source: 'ASR', tiktokLink: 'file:///etc/passwd' },
  ]
  const video = { id: '7', text: 'On the stairs', createTimeISO: '2026-02-03T18:20:00.000Z' }
  const place = { webVideoUrl: 'https://www.tiktok.com/@maraquill/video/7', authorMeta: { name: 'maraquill' } }
  const item = { ...video, ...place, videoMeta: { subtitleLinks } }
  const [post, ...others] = filterOwnPosts(on('tiktok'), [item, { ...item, isRepost: true }])
  t.same(post?.tracks, [{ url: 'https://api.example/s1' }])
  t.same(others, [])
  const more = { ...item, videoMeta: { subtitleLinks: Array(3).fill(own) } }
  t.equal(filterOwnPosts(on('tiktok'), [more])[0]?.tracks.length, 2, 'the others are translations')
})

t.test('a transcript in the post is a track of its own', async (t) => {
  const items = [
    buildInstagramItem('A1', { transcript: 'I asked them to play it.' }),
    buildInstagramItem('A2', { transcript: [{ text: 'One' }] }),
    buildInstagramItem('A3', { transcript: '  ' }),
    buildInstagramItem('A4', { transcript: 'x'.repeat(50_001) }),
    buildInstagramItem('A5', { transcript: 'x'.repeat(2_000_001) }),
  ]
  const [plain, ...others] = pluck(filterOwnPosts(on('instagram'), items), 'tracks')
  t.same(plain, [{ text: 'I asked them to play it.' }])
  t.same(others, [[], [], [{ text: 'x'.repeat(50_001) }], []], 'a file is kept whole, or not at all')
})

t.test('a text is stored unchanged but for what cannot be stored; a long one is cut and marked so', async (t) => {
  const long = `${'a'.repeat(49_999)}😀b`
  const items = [
    buildInstagramItem('A1', { caption: 'é\u0301\u0000 \ud800 ok' }),
    buildInstagramItem('A2', { caption: long }),
  ]
  const [odd, cut] = filterOwnPosts(on('instagram'), items)
  t.equal(odd?.caption, 'é\u0301 \ufffd ok')
  t.hasStrict(cut, { caption: 'a'.repeat(49_999), captionTruncated: true })
})

t.test('an impossible date is none', async (t) => {
  const dates = ['soon', 17, '9999-01-01', { at: 1 }].map((timestamp, at) =>
    buildInstagramItem(`A${at}`, { timestamp }),
  )
  t.same(pluck(filterOwnPosts(on('instagram'), dates), 'publishedAt'), [null, null, null, null])
})

const profile: SocialProfile = { platform: 'instagram', handle: 'maraquill' }
const run = { runId: 'run1', datasetId: 'set1' }
const signal = new AbortController().signal

t.test('a start names the actor, the profile and the number of posts that may cost money', async (t) => {
  const { platform, provider } = await startApifyServer(t)
  t.same(await provider.start(profile, 200), { runId: 'run1', datasetId: 'set1' })
  t.ok(startMs < loadConfig({}).timeouts.closeMs, 'which a service that stops waits for')
  await provider.start({ platform: 'tiktok', handle: 'mara' }, 10)
  await provider.start({ platform: 'x', handle: 'mara_q' }, 10)
  const [instagram, tiktok, x] = platform.starts
  t.match(instagram, {
    path: '/v2/actors/apify~instagram-scraper/runs',
    input: { directUrls: ['https://www.instagram.com/maraquill/'], resultsType: 'posts', resultsLimit: 200 },
    authorization: 'Bearer apify_api_secret',
  })
  t.same(Object.fromEntries(instagram?.query ?? []), { maxItems: '200', timeout: '1200' }, 'a run ends by itself')
  t.equal(tiktok?.path, '/v2/actors/clockworks~tiktok-scraper/runs')
  t.match(tiktok?.input, { profiles: ['mara'], resultsPerPage: 10 })
  t.match(x?.input, { searchTerms: ['from:mara_q -filter:replies -filter:retweets'], maxItems: 10 })
})

t.test('a refused start has not begun, one without a response is unknown; neither is sent twice', async (t) => {
  const { platform, provider } = await startApifyServer(t)
  const cases = [
    [replyWithStatus(429, { 'retry-after': '7' }), { failed: 'rate_limited', retryAfterMs: 7_000 }],
    [replyWithStatus(402), { failed: 'provider_refused' }],
    [replyWithStatus(500), 'unknown'],
    [severConnection, 'unknown'],
    [replyWithStatus(201, {}, '{"data":{"id":"run'), 'unknown'],
    [replyWithStatus(201, {}, '{"data":{"id":"run1"}}'), 'unknown'],
    [replyWithStatus(302, { location: '/v2/elsewhere' }), 'unknown'],
  ] as const
  for (const [at, [trouble, outcome]] of cases.entries()) {
    platform.startTrouble = trouble
    t.strictSame(await provider.start(profile, 10), outcome, `case ${at}`)
    t.equal(platform.starts.length, at + 1, 'sent once')
  }
})

t.test('the state of a run is the platform’s', async (t) => {
  const { platform, provider } = await startApifyServer(t)
  const standings = {
    ...{ READY: 'running', RUNNING: 'running', ABORTING: 'running', 'TIMING-OUT': 'running' },
    ...{ SUCCEEDED: 'succeeded', ABORTED: 'cut_short', 'TIMED-OUT': 'cut_short' },
    ...{ FAILED: { failed: 'provider_refused' }, SOMETHING: { failed: 'unreadable' } },
  }
  for (const [word, standing] of Object.entries(standings)) {
    platform.standing = word
    t.strictSame(await provider.poll(run, signal), standing, word)
  }
})

t.test('the results of a run are read page by page', async (t) => {
  const items = Array.from({ length: 5 }, (_, at) => buildInstagramItem(`P${at}`))
  const { platform, provider } = await startApifyServer(t, items)
  const page = async (offset: number) => {
    const found = await provider.collect(run, profile, { offset, limit: 2 }, signal)
    return 'failed' in found ? found : { ids: found.posts.map(({ postId }) => postId), more: found.more }
  }
  t.same(await page(0), { ids: ['P0', 'P1'], more: true })
  t.same(await page(3), { ids: ['P3', 'P4'], more: false })
  t.same(await page(6), { ids: [], more: false })
  platform.trouble = replyWithStatus(200, { 'x-apify-pagination-total': '5' }, '[]')
  t.same(await page(0), { ids: [], more: false }, 'an empty page is the last, whatever the total')
})
