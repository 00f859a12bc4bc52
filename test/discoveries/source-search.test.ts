import { sql } from 'kysely'
import t from 'tap'
import { slices as kinds } from '#plugins/research/jobs.ts'
import { loadConfig } from '#src/config.ts'
import { runSlice } from '#src/queue/slice.ts'
import { paidStepsMax } from '#src/research/budget.ts'
import { chooseProviders } from '#src/research/providers/index.ts'
import type { WebSearch } from '#src/research/providers/web-search.ts'
import { buildEvidencePath } from '../knowledge/reading.ts'
import { createNetwork } from '../providers/http/outside.ts'
import { ask, read, researchQuestion } from '../questions/questions.ts'
import { enqueue, readJob, runJob } from '../research/slices.ts'
import { readCheckedTrail } from '../sessions/trail.ts'
import { pluck } from '../support/pluck.ts'
import { createTestContext } from '../support/test-context.ts'
import { buildArticle, newWeb } from './web.ts'

const kind = 'source_search'

t.test('a source search reads found pages one by one, and queues those that name the artist for review', async (t) => {
  const { context, base, engine, queue } = await newWeb(t, {
    '/one': buildArticle('sang to the ferry'),
    '/two': buildArticle('counted the lamps', 'Lamps').replaceAll('Mara Quill', 'Another artist'),
    '/three': 403,
  })
  const { job, slices } = await runJob(context, kind)
  t.same(pluck(slices, 'progress'), [
    'Searched the web: 3 pages to be read',
    'Read page 1 of 3',
    'Passed over page 2 of 3: nothing of it was kept',
    'Found 1 new source to be reviewed',
  ])
  t.same(engine.queries, ['"Mara Quill" musician interview'])
  t.match(job, { state: 'done', cursor: 4, total: 4, error_category: null, result: { proposed: 1 } })
  const { candidates } = (await queue()).body
  const found = { url: `${base}/one`, title: 'The tide table', reason: 'The page names the artist 1 time.' }
  t.equal(candidates.length, 1)
  t.match(candidates[0], { ...found, destination: 'lore', identity: 'unresolved', curation: 'pending' })
  const read = await context.call('owner', 'GET', buildEvidencePath(context.artistId, candidates[0].id))
  const { passage } = read.body
  t.match(passage, { text: /^Mara Quill sang to the ferry/, curation: 'pending', evidenceKind: 'original_text' })
  const trail = await readCheckedTrail(t, context)
  t.same(
    trail.map(({ action, subject }) => [action, subject]),
    [
      ['source.captured', `discovery:${candidates[0].evidenceId}`],
      ['discovery.found', `candidate:${candidates[0].id}`],
    ],
  )
  t.notMatch(JSON.stringify(trail), /ferry|tide|press/, 'the trail has none of its words')
})

t.test('of the pages that a search finds twelve are read', async (t) => {
  const { context } = await newWeb(t, Object.fromEntries(Array.from({ length: 13 }, (_, at) => [`/${at}`, 404])))
  t.equal((await runJob(context, kind)).slices[0]?.progress, 'Searched the web: 12 pages to be read')
})

t.test('one address is one candidate, in any spelling and after any review', async (t) => {
  const web = await newWeb(t, { '/one': buildArticle('sang'), '/two/': buildArticle('rested') })
  const { context, base, engine, queue, review } = web
  await runJob(context, kind)
  const { candidates } = (await queue()).body
  t.equal(candidates.length, 2)
  await review(candidates[0].id, { revision: candidates[0].revision, decision: 'wrong_artist' })
  await review(candidates[1].id, { revision: candidates[1].revision, decision: 'decline' })
  engine.more.push(
    { url: `${base}/one?utm_source=letter&fbclid=x#top`, title: 'One again' },
    { url: `${base.replace('press.', 'PRESS.')}/one/`, title: 'One in capitals' },
    { url: `${base}/two`, title: 'Two again' },
  )
  const before = web.pages.requests.length
  const { slices, job } = await runJob(context, kind)
  t.same(slices.at(-1)?.progress, 'Found no new source')
  t.match(job, { result: { proposed: 0, pages: 0 } })
  t.equal(web.pages.requests.length, before, 'and none of them is even read again')
  t.same((await queue()).body.candidates, [])
})

t.test('a profile whose posts can be collected is proposed as a link, unread; another link is not', async (t) => {
  const { context, engine, queue } = await newWeb(t)
  engine.more.push(
    { url: 'https://www.instagram.com/maraquill/', title: 'Mara Quill (@maraquill)' },
    { url: 'https://www.instagram.com/p/Cx1/', title: 'Mara Quill on Instagram' },
    { url: 'https://www.youtube.com/@maraquill', title: 'Mara Quill' },
    { url: 'https://www.youtube.com/watch?v=1', title: 'Mara Quill live' },
    { url: 'https://x.com/somebody', title: 'Another artist' },
  )
  await runJob(context, kind)
  const { candidates } = (await queue()).body
  t.same(pluck(candidates, 'url'), ['https://www.instagram.com/maraquill/'])
  for (const one of candidates) t.match(one, { destination: 'link', evidenceId: null })
})

t.test("on a developer's machine the samples are found and read, without an external call", async (t) => {
  const { search, pages } = chooseProviders(loadConfig({}))
  const context = await createTestContext(t, {}, { search, pages, network: createNetwork({}) })
  const { slices } = await runJob(context, kind)
  t.match(slices.at(-1), { done: true, progress: 'Found 4 new sources to be reviewed' })
  const path = `/api/artist/${context.artistId}/research/discoveries`
  const { candidates } = (await context.call('owner', 'GET', path)).body
  t.same(pluck(candidates, 'destination'), ['lore', 'lore', 'lore', 'link'])
})

t.test('a queue that is not reviewed is filled up to its limit', async (t) => {
  const { context, queue } = await newWeb(t, { '/one': buildArticle('sang') })
  const waiting = { destination: 'link', identity: 'unresolved', curation: 'pending' } as const
  const rows = Array.from({ length: 300 }, (_, n) => ({
    ...{ artist_id: context.artistId, id: `0198f3e9-a41d-7b62-8e97-${String(n).padStart(12, '0')}` },
    ...{ ...waiting, url: `https://old.example/${n}`, reason: 'Old.', revision: 'd'.repeat(64) },
  }))
  await context.db.insertInto('discoveries').values(rows).execute()
  t.match((await runJob(context, kind)).slices.at(-1), { done: true, progress: 'Found no new source' })
  t.equal((await queue('?limit=1')).body.candidates[0].url, 'https://old.example/0')
  const full = ['One page was not kept: too many wait for a review already.']
  t.same((await researchQuestion(context, {})).limitations, full, 'nor does a question add to it')
})

t.test('paid searches have a budget of a day', async (t) => {
  const { context, engine } = await newWeb(t, { '/one': buildArticle('sang') })
  const { db, app, artistId } = context
  const paid = { ...app.resources.providers.search, isPaid: true }
  const providers = { ...app.resources.providers, search: paid as WebSearch }
  const budgets = [
    { taken: paidStepsMax.search, daysAgo: 0, sent: 0 },
    { taken: paidStepsMax.search - 1, daysAgo: 0, sent: 1 },
    { taken: paidStepsMax.search, daysAgo: 1, sent: 1 },
  ]
  const run = () => runSlice({ ...app.resources, providers }, kinds, app.log, { artistId })
  for (const { taken, daysAgo, sent } of budgets) {
    engine.queries.length = 0
    const day = sql<string>`(now() at time zone 'utc')::date - ${daysAgo}::int`
    await db.deleteFrom('daily_spend').execute()
    await db.insertInto('daily_spend').values({ artist_id: artistId, what: 'search', taken, day }).execute()
    const id = await enqueue(context, kind)
    while ((await run()) !== undefined) t.ok(engine.queries.length <= sent)
    t.equal(engine.queries.length, sent)
    if (sent === 0) t.match(await readJob(context, id), { state: 'failed', error_category: 'rate_limited' })
  }
  const spent = await db.selectFrom('daily_spend').select(['what', 'taken']).execute()
  t.same(spent, [{ what: 'search', taken: 1 }])
  await db.updateTable('daily_spend').set({ taken: paidStepsMax.search }).execute()
  const { jobId } = (await ask(context)).body
  while ((await run()) !== undefined);
  t.same((await read(context, jobId)).body.limitations, ['What may be spent on this artist today has been spent.'])
})
