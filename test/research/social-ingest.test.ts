import t from 'tap'
import { readTableSchemas } from '#src/admin/archive/table-schemas.ts'
import { verifyArtist } from '#src/admin/verify/artist.ts'
import type { Mismatch } from '#src/admin/verify/mismatch.ts'
import { buildInstagramItem, startApifyServer } from '../providers/social/apify-server.ts'
import { createTestContext } from '../support/test-context.ts'
import { addLinkedPage } from './linked-page.ts'
import { advanceOnce, enqueue, finishJobs, readJob } from './slices.ts'

const profile = 'https://www.instagram.com/maraquill/'

async function createContext(t: Parameters<typeof createTestContext>[0], items: readonly unknown[], links = [profile]) {
  const { platform, provider } = await startApifyServer(t, items)
  const context = await createTestContext(t, {}, { social: provider })
  for (const url of links) await addLinkedPage(context, url)
  return { context, platform }
}

t.test(
  'a run is started, awaited and read in pages; its posts become sources, and a Lore refresh is queued',
  async (t) => {
    const items = Array.from({ length: 60 }, (_, at) => buildInstagramItem(`P${at}`))
    items.push(buildInstagramItem('F1', { ownerUsername: 'fanpage' }))
    const { context, platform } = await createContext(t, items)
    const { db } = context
    platform.standing = 'RUNNING'
    const id = await enqueue(context, 'social_ingest')

    const started = await advanceOnce(context, 'social_ingest')
    t.match(started, { waiting: true, done: false, progress: 'Started collecting the posts of profile 1 of 1' })
    t.match(await advanceOnce(context, 'social_ingest'), { waiting: true })
    t.match(await readJob(context, id), { state: 'waiting', cursor: 1, total: 6 })
    platform.standing = 'SUCCEEDED'
    const rest = await finishJobs(context, 'social_ingest')
    t.same(
      rest.map(({ progress }) => progress),
      [
        'The posts are found; reading them comes next',
        'Read a page of posts: 50 are new or changed',
        'Read a page of posts: 10 are new or changed',
        'Collected posts: 60 are new or changed',
      ],
    )
    t.match(await readJob(context, id), {
      state: 'done',
      cursor: 6,
      total: 6,
      error_category: null,
      result: { posts: 60 },
    })
    t.equal(platform.starts.length, 1)

    const extracted = await finishJobs(context, 'caption_extract')
    t.equal(extracted.at(-1)?.progress, 'Stored 60 captions and 0 transcripts')
    const sources = await db.selectFrom('sources').selectAll().orderBy('source_id').execute()
    t.equal(sources.length, 60)
    t.match(sources[0], {
      kind: 'social_caption',
      curation: 'approved',
      evidence_kind: 'caption',
      speaker: 'not_applicable',
      provider: 'apify',
      url: /instagram.com\/p\/P/,
    })
    const lore = await db
      .selectFrom('artist_research_jobs')
      .select('state')
      .where('kind', '=', 'lore_refresh')
      .execute()
    t.same(lore, [{ state: 'pending' }])

    const found: Mismatch[] = []
    for await (const finding of verifyArtist(db, await readTableSchemas(db), context.artistId)) found.push(finding)
    // The test context's claim and link were inserted without an event.
    const ours = found.filter(({ table }) => table !== 'claims' && table !== 'discoveries')
    t.same(ours, [], 'every text and event can be verified')
    const search = `/api/artist/${context.artistId}/knowledge/search?query=${encodeURIComponent('words of P7')}`
    t.ok((await context.call('owner', 'GET', search)).body.passages.length > 0, 'the captions are searched')
  },
)

t.test(
  'posts that are collected again change nothing; a changed caption is the next revision of its source',
  async (t) => {
    const { context, platform } = await createContext(t, [buildInstagramItem('A'), buildInstagramItem('B')])
    const collect = async () => {
      await enqueue(context, 'social_ingest')
      await finishJobs(context, 'social_ingest')
      await finishJobs(context, 'caption_extract')
    }
    await collect()
    const texts = () => context.db.selectFrom('source_revisions').select('revision').execute()
    t.equal((await texts()).length, 2)
    await collect()
    t.equal((await texts()).length, 2)
    platform.items = [buildInstagramItem('A'), buildInstagramItem('B', { caption: 'Other words' })]
    await collect()
    t.equal((await texts()).length, 3)
    t.equal((await context.db.selectFrom('sources').select('source_id').execute()).length, 2)
  },
)

t.test('the review of a caption is kept when it is collected again', async (t) => {
  const { context, platform } = await createContext(t, [buildInstagramItem('A')])
  await enqueue(context, 'social_ingest')
  await finishJobs(context, 'social_ingest')
  await finishJobs(context, 'caption_extract')
  await context.db.updateTable('sources').set({ curation: 'rejected' }).execute()
  platform.items = [buildInstagramItem('A', { caption: 'Other words' })]
  await enqueue(context, 'social_ingest')
  await finishJobs(context, 'social_ingest')
  await finishJobs(context, 'caption_extract')
  t.match(await context.db.selectFrom('sources').select('curation').execute(), [{ curation: 'rejected' }])
})

t.test('an artist without a profile, and a deployment without a provider', async (t) => {
  const { context } = await createContext(
    t,
    [],
    ['https://brack-records.example/mara', 'https://www.instagram.com/p/abc/'],
  )
  await enqueue(context, 'social_ingest')
  t.match(await advanceOnce(context, 'social_ingest'), { done: true, progress: /No profile of the artist is known/ })
  const bare = await createTestContext(t)
  const id = await enqueue(bare, 'social_ingest')
  t.match(await advanceOnce(bare, 'social_ingest'), { done: true, progress: /no provider is configured/ })
  t.match(await readJob(bare, id), { state: 'done', error_category: 'not_configured' })
})
