import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import type { FoundPost, SocialProvider } from '#src/research/providers/social/index.ts'
import type { WebSearch } from '#src/research/providers/web-search.ts'
import { createTestContext, type TestContext } from '../support/test-context.ts'
import { addLinkedPage } from './linked-page.ts'
import { enqueue, finishJobs } from './slices.ts'

/** Pages by their path: one is readable, one cannot be stored unchanged, at one the reader throws. */
const pages = {
  read: async (url: string) => {
    if (url.endsWith('/throws')) throw new TypeError('headers.split is not a function')
    const title = url.endsWith('/title') ? 'Half of a title \0' : 'The ferry'
    const text = `Mara Quill sang to the ferry at ${url}.`
    return { state: 'ready' as const, title, publishedAt: null, text, truncated: false, httpStatus: 200 }
  },
}
const paths = ['/one', '/throws', '/two', '/title', '/three']
const buildUrl = (path: string) => `https://press.example${path}`

async function readStatus(context: TestContext, kind: string) {
  const { body } = await context.call('owner', 'GET', `/api/artist/${context.artistId}/research/status`)
  return body.jobs.find((job: { kind: string }) => job.kind === kind)
}

t.test('a recovery continues after a page at which the reader threw, and reports it', async (t) => {
  const context = await createTestContext(t, {}, { pages })
  const sourceIds = paths.map(() => uuidv7())
  for (const [at, path] of paths.entries()) {
    const row = { artist_id: context.artistId, kind: 'vault', curation: 'approved', url: buildUrl(path) }
    await context.db
      .insertInto('sources')
      .values({ ...row, source_id: `vault:${sourceIds[at]}` })
      .execute()
  }
  const path = `/api/artist/${context.artistId}/knowledge/sources/extract`
  t.match(await context.call('owner', 'POST', path, { sourceIds }), { status: 202, body: { queued: 5 } })
  t.match((await finishJobs(context, 'source_search')).at(-1), { done: true })
  const job = await readStatus(context, 'source_search')
  t.match(job, { status: 'done', errorCategory: null })
  t.same(
    job.extractionOutcomes.map(({ status, httpStatus }: Record<string, unknown>) => [status, httpStatus]),
    [
      ['ready', 200],
      ['unsupported', null],
      ['ready', 200],
      ['unsupported', 200],
      ['ready', 200],
    ],
  )
})

t.test('a source search proposes the other pages, and its job reports one as unreadable', async (t) => {
  const search: WebSearch = {
    name: 'a list',
    isPaid: false,
    rateLimit: null,
    search: async () => ({ pages: paths.map((path) => ({ url: buildUrl(path), title: 'A page', snippet: null })) }),
  }
  const context = await createTestContext(t, {}, { pages, search })
  await enqueue(context, 'source_search')
  await finishJobs(context, 'source_search')
  t.match(await readStatus(context, 'source_search'), { status: 'done', errorCategory: 'unreadable' })
  const { body } = await context.call('owner', 'GET', `/api/artist/${context.artistId}/research/discoveries`)
  t.same(
    body.candidates.map(({ url }: { url: string }) => url),
    ['/one', '/two', '/three'].map(buildUrl),
  )
})

t.test('a question completes, and reports a page as unreadable', async (t) => {
  const context = await createTestContext(t, {}, { pages })
  const base = `/api/artist/${context.artistId}/research/questions`
  for (const path of ['/throws', '/title']) {
    const body = { topic: 'the ferry', evidenceNeed: 'reporting', targetUrl: buildUrl(path) }
    const { jobId } = (await context.call('owner', 'POST', base, body)).body
    await finishJobs(context, 'source_search')
    const { body: status } = await context.call('owner', 'GET', `${base}/${jobId}`)
    t.match(
      status,
      { stage: 'unresolved', limitations: ['No web search is set up here.', 'One page has no text that can be read.'] },
      path,
    )
  }
})

const buildPost = (postId: string, more: Partial<FoundPost> = {}): FoundPost => ({
  platform: 'instagram',
  postId,
  url: `https://www.instagram.com/p/${postId}/`,
  publishedAt: null,
  caption: `The words of ${postId}.`,
  captionTruncated: false,
  tracks: [],
  ...more,
})

t.test('posts that can be stored are stored, beside one that cannot, and the job reports it', async (t) => {
  const social: SocialProvider = {
    name: 'a stand-in',
    platforms: ['instagram'],
    listKnown: () => [],
    start: async () => ({ runId: 'run', datasetId: 'data' }),
    poll: async () => 'succeeded',
    collect: async () => ({
      posts: [buildPost('A'), buildPost('B', { caption: 'half \0' }), buildPost('C')],
      more: false,
    }),
  }
  const context = await createTestContext(t, {}, { social })
  await addLinkedPage(context, 'https://www.instagram.com/maraquill/')
  await enqueue(context, 'social_ingest')
  t.match((await finishJobs(context, 'social_ingest')).at(-1), { done: true })
  t.match(await readStatus(context, 'social_ingest'), { status: 'done', errorCategory: 'unreadable' })
  const posts = await context.db.selectFrom('social_posts').select('post_id').orderBy('post_id').execute()
  t.same(
    posts.map(({ post_id }) => post_id),
    ['A', 'C'],
  )
})

t.test('of a post with a broken track the caption is stored, and of other posts everything', async (t) => {
  const context = await createTestContext(t)
  const spoken = { language: 'en', form: 'srt', text: '00:00:01,000 --> 00:00:02,000\nSaid.' }
  for (const [at, tracks] of [[spoken], [null], [7], [{ text: 7 }], [spoken]].entries()) {
    const { postId, caption, url } = buildPost(`P${at}`)
    const row = { artist_id: context.artistId, id: uuidv7(), platform: 'instagram', post_id: postId, provider: 'test' }
    await context.db
      .insertInto('social_posts')
      .values({ ...row, caption, caption_truncated: false, url, tracks: JSON.stringify(tracks) })
      .execute()
  }
  await enqueue(context, 'caption_extract')
  t.match((await finishJobs(context, 'caption_extract')).at(-1), {
    done: true,
    progress: 'Stored 5 captions and 2 transcripts',
  })
  t.match(await readStatus(context, 'caption_extract'), { status: 'done', errorCategory: 'unreadable' })
})
