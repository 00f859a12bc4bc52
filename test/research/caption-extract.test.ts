import type { RequestListener } from 'node:http'
import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import type { FoundPost, Track } from '#src/research/providers/social/index.ts'
import { savePosts } from '#src/research/social/posts.ts'
import { fromUtf16 } from '#src/text/utf16.ts'
import { createNetwork } from '../providers/http/outside.ts'
import { startServer } from '../support/local-server.ts'
import { pluck } from '../support/pluck.ts'
import { createTestContext, type Loose, type TestContext } from '../support/test-context.ts'
import { advanceOnce, finishJobs, listJobs, readJob } from './slices.ts'

const subtitles = (line: string) => `WEBVTT\n\n00:01.000 --> 00:04.000\n<v Mara>${line}</v>\n`

const post = (postId: string, caption: string, tracks: Track[] = []): FoundPost => ({
  platform: 'tiktok',
  postId,
  url: `https://www.tiktok.com/@maraquill/video/${postId}`,
  publishedAt: '2026-04-15T20:40:00.000Z',
  caption,
  captionTruncated: false,
  tracks,
})

const save = ({ db, artistId }: TestContext, ...posts: FoundPost[]) =>
  db
    .transaction()
    .execute((trx) => savePosts(trx, { artist_id: artistId, provider: 'test', newId: () => uuidv7() }, posts))

async function readTexts({ db }: TestContext, kind: 'social_caption' | 'reel_transcript'): Promise<string[]> {
  const rows = await db
    .selectFrom('sources as s')
    .innerJoin('source_revisions as r', (join) =>
      join.onRef('r.source_id', '=', 's.source_id').onRef('r.revision', '=', 's.revision'),
    )
    .select('r.text_utf16')
    .where('s.kind', '=', kind)
    .orderBy('s.source_id')
    .execute()
  return rows.map(({ text_utf16 }) => fromUtf16(text_utf16))
}

t.test('a post becomes a caption and a transcript, and both are evidence with its kind', async (t) => {
  const context = await createTestContext(t)
  const caption = 'Nineteen women from the cannery.\r\n“Thank you” — for the fish 🐟'
  const said = 'If nobody answers, it was the wrong question.'
  const tracks = ['<html>', subtitles(said), subtitles('Later.')].map((text) => ({ text }))
  await save(context, post('7', caption, tracks))
  t.match(await advanceOnce(context, 'caption_extract'), { done: true, progress: 'Stored 1 caption and 1 transcript' })
  t.same(await readTexts(context, 'social_caption'), [caption])
  t.same(await readTexts(context, 'reel_transcript'), [said])
  const get = async (path: string) =>
    (await context.call('owner', 'GET', `/api/artist/${context.artistId}${path}`)).body
  const byKind = Map.groupBy((await get('/knowledge/sources')).sources as Loose[], ({ kind }) => kind)
  const [[spoken], [written]] = [byKind.get('reel_transcript') ?? [], byKind.get('social_caption') ?? []]
  t.match(spoken.provenance, { speaker: 'unverified', provider: 'test', method: 'webvtt' })
  t.match(written, { provenance: { speaker: 'not_applicable' }, publishedAt: '2026-04-15T20:40:00.000Z' })
  const { passage } = await get(`/research/evidence/${encodeURIComponent(spoken.sourceId)}`)
  t.match(passage, { text: said, evidenceKind: 'provider_transcript', speaker: 'unverified' })
})

t.test('posts are processed one at a time, and the progress is true', async (t) => {
  const context = await createTestContext(t)
  await save(context, ...Array.from({ length: 3 }, (_, at) => post(`${at}`, `Words ${at}`)))
  const steps: unknown[] = []
  for (let calls = 0; calls < 3; calls += 1) {
    const { jobId } = await advanceOnce(context, 'caption_extract')
    const { cursor, total, state } = await readJob(context, jobId)
    steps.push([cursor, total, state])
  }
  t.same(steps, [
    [1, 3, 'pending'],
    [2, 3, 'pending'],
    [3, 3, 'done'],
  ])
})

t.test('of an unreadable track the caption and the reason are stored, and a later collection retries it', async (t) => {
  let broken = true
  const serve: RequestListener = (_, response) =>
    response.writeHead(broken ? 503 : 200).end(subtitles('This is the landing.'))
  const { base, requests } = await startServer(t, serve, '127.0.0.2')
  const context = await createTestContext(t, {}, { network: createNetwork({}) })
  const at = (signature: string, caption = 'On the stairs') => post('7', caption, [{ url: `${base}/s?${signature}` }])
  const outcome = async () =>
    (await context.db.selectFrom('social_posts').select('transcript').executeTakeFirst())?.transcript
  await save(context, at('1'))
  t.match((await finishJobs(context, 'caption_extract')).at(-1), { progress: 'Stored 1 caption and 0 transcripts' })
  t.equal(await outcome(), 'unavailable')
  broken = false
  t.equal(await save(context, at('1')), 0, 'the same address again is no news')
  t.equal(await save(context, at('2')), 1)
  await finishJobs(context, 'caption_extract')
  t.equal(await outcome(), 'ready')
  t.same(await readTexts(context, 'reel_transcript'), ['This is the landing.'])
  t.equal(await save(context, at('3')), 0, 'a transcript that is there is not fetched from the next address')
  t.equal((await listJobs(context, 'caption_extract')).length, 2, 'and no job is queued for it')
  t.equal(await save(context, at('4', 'On the landing')), 1)
  await finishJobs(context, 'caption_extract')
  t.equal(requests.length, 2)
})

t.test('a Lore refresh is queued when something has changed, and only then', async (t) => {
  const context = await createTestContext(t)
  const lore = async () => pluck(await listJobs(context, 'lore_refresh'), 'requests')
  await save(context, post('1', ''))
  await finishJobs(context, 'caption_extract')
  t.same(await lore(), [])
  await save(context, post('1', 'Words'))
  await finishJobs(context, 'caption_extract')
  t.same(await lore(), [1])
})
