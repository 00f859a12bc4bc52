import { sql } from 'kysely'
import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import type { SocialPlatform } from '#src/contract/types.gen.ts'
import { changeArtist } from '#src/records/audit/change-artist.ts'
import { proposeCandidate } from '#src/research/discover/review-candidates.ts'
import { filterOwnPosts } from '#src/research/providers/social/items.ts'
import type { WebSearch } from '#src/research/providers/web-search.ts'
import { readItem, saveItem } from '#src/research/slice.ts'
import { savePosts } from '#src/research/social/posts.ts'
import { researchQuestion } from '../questions/questions.ts'
import { readCheckedTrail } from '../sessions/trail.ts'
import { pluck } from '../support/pluck.ts'
import { addPage } from '../support/sources.ts'
import { createTestContext, type TestContext } from '../support/test-context.ts'
import { advanceOnce, enqueue, finishJobs, listJobs, listStatuses, runJob } from './slices.ts'

/** Pages by their path: at one the reader throws. */
const pages = {
  read: async (url: string) => {
    if (url.endsWith('/throws')) throw new TypeError('headers.split is not a function')
    const text = `Mara Quill sang to the ferry at ${url}.`
    return { state: 'ready' as const, title: 'The ferry', publishedAt: null, text, truncated: false, httpStatus: 200 }
  },
}
const buildUrl = (path: string) => `https://press.example${path}`

const findStatus = async (context: TestContext, kind: string) =>
  (await listStatuses(context)).find((job) => job.kind === kind)

/** Lets the database refuse every text of this length. */
const refuseTexts = ({ db }: TestContext, chars: number) =>
  sql`alter table source_revisions add check (total_chars <> ${sql.lit(chars)})`.execute(db)

const charsAt = (path: string) => `Mara Quill sang to the ferry at ${buildUrl(path)}.`.length

t.test('a recovery continues after a page at which the reader threw or whose text the database refuses', async (t) => {
  const context = await createTestContext(t, {}, { pages })
  await refuseTexts(context, charsAt('/two'))
  const sourceIds: string[] = []
  for (const path of ['/three', '/throws', '/two']) sourceIds.push(await addPage(context, buildUrl(path)))
  const path = `/api/artist/${context.artistId}/knowledge/sources/extract`
  t.match(await context.call('owner', 'POST', path, { sourceIds }), { status: 202, body: { queued: 3 } })
  t.match((await finishJobs(context, 'source_search')).at(-1), { done: true })
  const job = await findStatus(context, 'source_search')
  t.match(job, { status: 'done', errorCategory: null })
  t.match(job.extractionOutcomes, [
    { status: 'ready', httpStatus: 200 },
    { status: 'unsupported', httpStatus: null, storedChars: 0 },
    { status: 'unsupported', httpStatus: 200, storedChars: 0 },
  ])
  t.equal(job.extractionOutcomes.length, 3)
  t.equal((await readCheckedTrail(t, context)).length, 1)
  await context.call('owner', 'POST', path, { sourceIds: sourceIds.slice(1) })
  await finishJobs(context, 'source_search')
  t.match(await listJobs(context, 'lore_refresh'), [{ requests: 1 }], 'what has given no text queues nothing')
})

const listPages = (...found: string[]): WebSearch => ({
  name: 'a list',
  isPaid: false,
  search: async () => ({ pages: found.map((path) => ({ url: buildUrl(path), title: 'A page' })) }),
})

t.test('a source search and a question pass over a page whose text the database refuses', async (t) => {
  const context = await createTestContext(t, {}, { pages, search: listPages('/two', '/three') })
  await refuseTexts(context, charsAt('/two'))
  t.match((await runJob(context, 'source_search')).slices.at(-1), { progress: 'Found 1 new source to be reviewed' })
  const question = { topic: 'the ferry', targetUrl: buildUrl('/two'), freshness: 'recent' }
  // It is read as the address of the request, and as what its search finds.
  t.same((await researchQuestion(context, question)).limitations, ['2 pages could not be read.'])
  t.same(pluck(await readCheckedTrail(t, context), 'action'), ['source.captured', 'discovery.found'])
})

t.test('the events of a refused item are taken back with its rows, and the trail goes on', async (t) => {
  const context = await createTestContext(t)
  const { db, artistId } = context
  await sql`alter table discoveries add check (title <> 'Refused')`.execute(db)
  const text = { text: 'Mara Quill sang to the ferry.', truncated: false, publishedAt: null }
  const logged: unknown[] = []
  const found = { text, destination: 'lore', reason: 'Found.', provider: 'a list', jobId: uuidv7() } as const
  await changeArtist(db, { artistId }, async (change) => {
    const propose = (path: string, title: string) =>
      saveItem(change, { logItemFailure: (error) => logged.push(error) }, () =>
        proposeCandidate(change, uuidv7(), { ...found, url: buildUrl(path), title }),
      )
    change.stage({ action: 'bio.published', subject: `artist:${artistId}`, revision: null, details: {} })
    t.equal(await propose('/one', 'Refused'), 'refused')
    const longest = '/'.padEnd(2_048 - buildUrl('').length, 'x')
    t.equal(await propose(longest, 'A page'), 'proposed')
    t.equal(await propose(`${longest}x`, 'A page'), 'known', 'an address of more than 2,048 is not kept')
  })
  t.match(logged, [{ code: '23514' }])
  const actions = (await readCheckedTrail(t, context)).map(({ action }) => action)
  t.same(actions, ['bio.published', 'source.captured', 'discovery.found'])
})

t.test('whatever an item of an actor holds, the post that is read from it can be stored', async (t) => {
  const context = await createTestContext(t)
  const hostile = ['half \0', '\ud800', 'x'.repeat(60_000), '🐟'.repeat(30_000), '', '  ', '\u202e\ufeff']
  const items = hostile.flatMap((text, at) => {
    const author = { ownerUsername: 'mara', author: { userName: 'mara' }, authorMeta: { name: 'mara' } }
    const words = { caption: text, text, fullText: text, transcript: [{ text }] }
    const links = [{ downloadLink: `https://cdn.example/${text}`, language: text }]
    const place = (url: string) => ({ url, webVideoUrl: url })
    const own = { ...author, ...words, ...place(`https://post.example/${at}`), id: `${at}` }
    return [
      { ...own, videoMeta: { subtitleLinks: links } },
      { ...own, id: `id ${at}`, transcript: text, ...place(`https://post.example/?q=${text}`) },
      { ...own, id: text },
    ]
  })
  const finder = { artist_id: context.artistId, provider: 'test', newId: () => uuidv7() }
  for (const platform of ['instagram', 'tiktok', 'x'] satisfies SocialPlatform[]) {
    const posts = filterOwnPosts({ platform, handle: 'mara' }, items)
    t.ok(posts.length >= 2 * hostile.length - 3, platform)
    await t.resolves(context.db.transaction().execute((trx) => savePosts(trx, finder, posts)))
  }
  await finishJobs(context, 'caption_extract')
  t.match(await findStatus(context, 'caption_extract'), { status: 'done', errorCategory: null })
})

t.test('an error of a reader is logged; at the end of the slice its reason is thrown instead', async (t) => {
  const [slice, logged, error] = [new AbortController(), [] as unknown[], new TypeError('headers')]
  const context = { signal: slice.signal, logItemFailure: (failure: unknown) => logged.push(failure) }
  const read = () => readItem(context, () => Promise.reject(error), 'unreadable')
  t.equal(await read(), 'unreadable')
  slice.abort(new Error('stopped'))
  await t.rejects(read(), { message: 'stopped' })
  t.same(logged, [error])
})

const spoken = { text: '00:00:01,000 --> 00:00:02,000\nSaid.' }

/** A post with its text and a track, by default a word that is spoken. */
const addPost = ({ db, artistId }: TestContext, at: number, caption: string, track: unknown = spoken) =>
  db
    .insertInto('social_posts')
    .values({
      ...{ artist_id: artistId, id: uuidv7(), platform: 'instagram', post_id: `P${at}`, provider: 'test' },
      ...{ caption, caption_truncated: false, url: `https://www.instagram.com/p/${at}/` },
      tracks: JSON.stringify([track]),
    })
    .execute()

t.test('of a post with a broken track the caption is stored, and of other posts everything', async (t) => {
  const context = await createTestContext(t)
  for (const [at, track] of [spoken, null, 7, { text: 7 }, spoken].entries())
    await addPost(context, at, `The words of ${at}.`, track)
  const { slices } = await runJob(context, 'caption_extract')
  t.match(slices.at(-1), { done: true, progress: 'Stored 5 captions and 2 transcripts' })
})

t.test('a text that the database refuses is skipped alone, and its post is not tried again', async (t) => {
  const context = await createTestContext(t)
  const { db } = context
  const captions = ['One word.', 'A refused word', 'A third word.']
  await refuseTexts(context, captions[1]?.length ?? 0)
  for (const [at, caption] of captions.entries()) await addPost(context, at, caption)
  const { slices } = await runJob(context, 'caption_extract')
  t.match(slices.at(-1), { done: true, progress: 'Stored 2 captions and 3 transcripts' })
  t.same(await db.selectFrom('social_posts').select('id').where('extracted_at', 'is', null).execute(), [])
  t.equal((await readCheckedTrail(t, context)).length, 5)
})

t.test('an outage while a text is saved skips no text', async (t) => {
  const context = await createTestContext(t)
  const { db } = context
  await sql`create function refuse() returns trigger language plpgsql
    as $$ begin raise exception using errcode = 'disk_full'; end $$`.execute(db)
  await sql`create trigger refuse before insert on source_revisions execute function refuse()`.execute(db)
  await addPost(context, 0, 'One word.')
  await enqueue(context, 'caption_extract')
  t.match(await advanceOnce(context, 'caption_extract'), { status: 'error', code: 'persistence_unavailable' })
  await sql`drop trigger refuse on source_revisions`.execute(db)
  // As after the end of its lease.
  await db.updateTable('artist_research_jobs').set({ lease_token: null, leased_until: null }).execute()
  t.match((await finishJobs(context, 'caption_extract')).at(-1), { progress: 'Stored 1 caption and 1 transcript' })
})
