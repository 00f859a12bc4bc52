import t from 'tap'
import { cancelJob } from '#src/admin/jobs/retry-cancel.ts'
import { newWeb, serveStatus } from '../discoveries/web.ts'
import { renderPage, renderParagraph } from '../providers/pages/page.ts'
import { advanceOnce, finishJobs, readJob } from '../research/slices.ts'
import { ask, read, researchQuestion } from './questions.ts'

const organ = renderParagraph('Mara Quill says that the pump organ on Low Water belonged to her grandmother.')

t.test('of the first five pages the unreadable ones are counted, and the others are read', async (t) => {
  const { context } = await newWeb(t, {
    '/refused': serveStatus(403),
    '/also-refused': serveStatus(429),
    '/gone': serveStatus(404),
    '/picture': (response) => response.writeHead(200, { 'content-type': 'image/png' }).end('x'),
    '/organ': renderPage(organ),
    '/sixth': serveStatus(404),
  })
  const body = await researchQuestion(context, {})
  t.equal(body.stage, 'complete')
  t.same(body.limitations, ['4 pages could not be read.'])
})

t.test('a page that does not name the artist is not stored', async (t) => {
  const { context } = await newWeb(t, {
    '/other': renderPage(renderParagraph('The pump organ on Low Water was made by Brack.')),
  })
  const body = await researchQuestion(context, {})
  t.match(body, { stage: 'unresolved', limitations: ['One page does not name the artist.'] })
  t.same(await context.db.selectFrom('discoveries').select('id').execute(), [])
})

t.test('a page inside the network is never fetched, whichever request or result names it', async (t) => {
  const { context, engine, search } = await newWeb(t, {})
  engine.listed = []
  const body = await researchQuestion(context, { targetUrl: `${search.base}/secret` })
  t.match(body, { stage: 'unresolved', limitations: ['One page could not be read.'] })
  t.notOk(search.requests.some(({ url }) => url === '/secret'))
})

t.test('a search that refuses, or pauses for longer than a question waits, ends it with what is stored', async (t) => {
  const { context, engine } = await newWeb(t, { '/organ': renderPage(organ) })
  engine.trouble = serveStatus(403)
  const refused = { stage: 'unresolved', limitations: ['The web search gave no answer.'] }
  t.match(await researchQuestion(context, {}), refused)
  engine.trouble = serveStatus(429, { 'retry-after': '7200' })
  await context.addSource('The pump organ on Low Water was her grandmother’s.')
  const body = await researchQuestion(context, { freshness: 'recent' })
  t.match(body, { stage: 'complete', references: [{ curation: 'approved' }] })
  t.same(body.limitations, ['The web search gave no answer.'])
})

t.test('a search that fails is retried, and the question fails after the last attempt', async (t) => {
  const { context, engine } = await newWeb(t, {})
  engine.trouble = serveStatus(500)
  await context.addSource('The pump organ on Low Water was her grandmother’s.')
  const { jobId } = (await ask(context, { freshness: 'recent' })).body
  await advanceOnce(context, 'source_search')
  t.match(await advanceOnce(context, 'source_search'), { status: 'error', ran: false })
  t.match((await read(context, jobId)).body, { stage: 'searching', message: 'A step failed; it will be tried again.' })
  engine.trouble = serveStatus(429, { 'retry-after': '60' })
  t.match(await advanceOnce(context, 'source_search'), { waiting: true })
  t.equal((await read(context, jobId)).body.stage, 'waiting_provider')
  engine.trouble = serveStatus(500)
  await finishJobs(context, 'source_search')
  const { body } = await read(context, jobId)
  const message = 'The research failed and was given up.'
  t.match(body, { stage: 'failed', message, references: [{ curation: 'approved' }] })
  t.notMatch(JSON.stringify(body), /\b500\b|127\.0\.0/)
  t.equal((await readJob(context, jobId)).error_category, 'provider_unavailable')
})

t.test('a cancelled question stays cancelled, and nothing of the running slice is saved', async (t) => {
  const queries = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const { context } = await newWeb(t, {
    '/organ': (response) => {
      queries.resolve()
      void released.promise.then(() => response.end(renderPage(organ)))
    },
  })
  const { jobId } = (await ask(context)).body
  await advanceOnce(context, 'source_search')
  await advanceOnce(context, 'source_search')
  const reading = advanceOnce(context, 'source_search')
  await queries.promise
  t.equal(await cancelJob(context.db, jobId), true)
  released.resolve()
  t.match(await reading, { status: 'error', ran: false })
  const { stage, message, references } = (await read(context, jobId)).body
  t.same([stage, message, references], ['cancelled', 'The research was cancelled.', []])
  t.same(await context.db.selectFrom('discoveries').select('id').execute(), [])
  t.match((await ask(context)).body, { stage: 'checking_saved', reused: false }, 'it can be asked for again')
})

t.test('what an earlier version has counted by a name of its own is still said', async (t) => {
  const { context } = await newWeb(t, {})
  const { jobId } = await researchQuestion(context, {})
  await context.db
    .updateTable('artist_research_jobs')
    .set({ result: JSON.stringify({ windows: [], omissions: { blocked: 2, cut: 1, undated: 0 }, provider: 'web' }) })
    .where('id', '=', jobId)
    .execute()
  const { limitations } = (await read(context, jobId)).body
  t.same(limitations, ['One page is longer than what is stored.', '2 things could not be searched or read.'])
})
