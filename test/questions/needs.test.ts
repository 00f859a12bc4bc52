import t from 'tap'
import { isReusable, refusalToEnqueue } from '#plugins/questions/requestQuestionResearch.ts'
import { completeRequest, type QuestionRequest } from '#src/research/questions/request.ts'
import {
  detectPlatform,
  isWithinRange,
  parseDateRange,
  satisfiesNeed,
  servesQuestion,
} from '#src/research/questions/source-filter.ts'

t.test('a date of publication is a range of days', async (t) => {
  t.same(parseDateRange('2023'), { first: '2023-01-01', last: '2023-12-31' })
  t.same(parseDateRange('2023-04'), { first: '2023-04-01', last: '2023-04-30' })
  t.same(parseDateRange('2024-02'), { first: '2024-02-01', last: '2024-02-29' })
  t.same(parseDateRange('2023-12'), { first: '2023-12-01', last: '2023-12-31' })
  t.same(parseDateRange('2023-04-18'), { first: '2023-04-18', last: '2023-04-18' })
  t.same(parseDateRange('2023-04-18T23:59:59.999Z'), { first: '2023-04-18', last: '2023-04-18' })
  for (const none of [null, '', 'April', '2023-13', '2023-4-1', 'x2023'])
    t.equal(parseDateRange(none), undefined, String(none))
})

t.test('a date that may lie outside a range does not count as inside', async (t) => {
  const within = (published: string | null, from: string | null, to: string | null) =>
    isWithinRange(parseDateRange(published), from, to)
  t.equal(within(null, null, null), true, 'without days it does not matter')
  t.equal(within(null, '2023-01-01', null), 'unknown')
  t.equal(within('2023', '2023-01-01', '2023-12-31'), true)
  t.equal(within('2023', '2023-01-02', null), 'unknown')
  t.equal(within('2023', null, '2023-12-30'), 'unknown')
  t.equal(within('2023', '2024-01-01', null), false)
  t.equal(within('2023', null, '2022-12-31'), false)
  t.equal(within('2023-04-18', '2023-04-18', '2023-04-18'), true)
  t.equal(within('2023-04', '2023-04-01', '2023-04-30'), true)
})

const unknown = { evidence_kind: null, published_at: null, platform: null }
const source = { kind: 'vault', url: 'https://paper.example/a', ...unknown } as const
const caption = { ...source, kind: 'social_caption', url: 'https://www.instagram.com/p/x' } as const
const transcript = { ...source, kind: 'reel_transcript', url: 'https://x.com/a/status/1' } as const

t.test('each need is answered by its kinds of text', async (t) => {
  const served = (evidenceNeed: QuestionRequest['evidenceNeed'], platform?: 'instagram' | 'x') => {
    const request = completeRequest({ topic: 'it', evidenceNeed, ...(platform && { platform }) })
    return [source, caption, transcript].map((one) => servesQuestion(request, one))
  }
  t.same(served('reporting'), [true, false, false])
  t.same(served('credits'), [true, true, true])
  t.same(served('social_caption'), [false, true, false])
  t.same(served('spoken_content'), [false, false, true])
  t.same(served('credits', 'instagram'), [false, true, false], 'a platform leaves its posts alone')
  t.same(served('reporting', 'x'), [false, false, true])
  const latest = completeRequest({ topic: 'it', evidenceNeed: 'reporting', retrieval: 'latest' })
  for (const one of [source, caption, transcript])
    t.equal(servesQuestion(latest, { ...one, published_at: '2024' }), true)
})

t.test('the platform of a source comes from its post, else from the host of its address', async (t) => {
  for (const [url, platform] of [
    ['https://www.instagram.com/p/1', 'instagram'],
    ['https://instagram.example/p/1', 'instagram'],
    ['https://m.tiktok.com/@a/video/1', 'tiktok'],
    ['https://twitter.com/a/status/1', 'x'],
    ['https://x.com/a/status/1', 'x'],
    ['https://open.spotify.com/album/1', 'spotify'],
    ['https://spotify.link/AbC', 'spotify'],
    ['https://www.deezer.com/album/1', 'deezer'],
    ['https://deezer.page.link/AbC', 'deezer'],
    ['https://www.inprocess.world/moment/1', 'inprocess'],
    ['https://example.com/x', undefined],
    ['https://netflix.com/', undefined],
    ['not a url', undefined],
    [null, undefined],
  ] as const) {
    t.equal(detectPlatform(url), platform, String(url))
  }
})

t.test('only a passage with a date answers a release date, only one with a role answers credits', async (t) => {
  for (const dated of ['It came out in 2021.', 'Out on May 3.', 'on the 3rd of May', 'last November', '12 March']) {
    t.ok(satisfiesNeed('release_date', dated), dated)
  }
  for (const undated of ['It may come out.', 'Recorded on 4 tracks.', 'room 2100'])
    t.notOk(satisfiesNeed('release_date', undated), undated)
  for (const credit of ['Produced by Ivo.', 'She sang it.', 'Ivo plays trombone.', 'Mixed in a day.']) {
    t.ok(satisfiesNeed('credits', credit), credit)
  }
  t.notOk(satisfiesNeed('credits', 'The sea was calm.'))
  t.ok(satisfiesNeed('reporting', 'The sea was calm.'))
})

t.test('results are reused for an exact number of seconds, failures never', async (t) => {
  t.ok(isReusable('searching', null))
  t.ok(isReusable('complete', 1_799.9))
  t.notOk(isReusable('complete', 1_800))
  t.ok(isReusable('unresolved', 299.9))
  t.notOk(isReusable('unresolved', 300))
  t.notOk(isReusable('failed', 1))
  t.notOk(isReusable('cancelled', 1))
})

t.test('a refusal has the longest wait that is certain', async (t) => {
  const free = { busy_seconds: null, artist_full_seconds: null, all_full_seconds: null }
  t.equal(refusalToEnqueue(free), undefined)
  t.same(refusalToEnqueue({ ...free, busy_seconds: -3 }), { code: 'research_busy', retryAfter: 5 })
  t.same(refusalToEnqueue({ ...free, busy_seconds: 59.2 }), { code: 'research_busy', retryAfter: 60 })
  t.same(refusalToEnqueue({ ...free, artist_full_seconds: 0.2 }), { code: 'quota_spent', retryAfter: 1 })
  const all = { busy_seconds: 9, artist_full_seconds: 70, all_full_seconds: 80 }
  t.same(refusalToEnqueue(all), { code: 'quota_spent', retryAfter: 80 })
})
