import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { buildArticle, newWeb, type Web } from '../discoveries/web.ts'
import { advanceOnce, finishJobs, listJobs, listStatuses, readJob } from '../research/slices.ts'
import { readCheckedTrail } from '../sessions/trail.ts'
import { pluck } from '../support/pluck.ts'
import { addPage, changeSource } from '../support/sources.ts'
import type { Loose, TestContext } from '../support/test-context.ts'

const recover = (context: TestContext, sourceIds: unknown, subject: string | null = 'owner') =>
  context.call(subject, 'POST', `/api/artist/${context.artistId}/knowledge/sources/extract`, { sourceIds })

const kind = 'source_search'

/** The response of the site at each path, and the outcome of the recovery. */
const ends = {
  '/ready': [buildArticle('sang to the ferry', 'The ferry'), 'ready', 200],
  '/blocked': [403, 'blocked', 403],
  '/gone': [404, 'unavailable', 404],
  '/empty': ['', 'empty', 200],
} as const

const buildSite = () => Object.fromEntries(Object.entries(ends).map(([path, [said]]) => [path, said]))

t.test('missing texts are fetched by a job, one record a slice; the status shows each outcome', async (t) => {
  const { context, base } = await newWeb(t, buildSite())
  const ids: string[] = []
  for (const path of Object.keys(ends)) ids.push(await addPage(context, `${base}${path}`))
  ids.push(await addPage(context, 'http://inside.example/'))
  const queued = await recover(context, ids)
  t.match(queued, { status: 202, body: { status: 'ok', queued: 5 } })
  const first = { ran: true, done: false, progress: 'Recovered 1 text; tried 1 of 5 records' }
  t.match(await advanceOnce(context, kind), first)
  const [halfway] = await listStatuses(context)
  t.match(halfway, { jobId: queued.body.jobId, kind, cursor: 1, total: 5, extractionOutcomes: [{ status: 'ready' }] })
  t.match((await finishJobs(context, kind)).at(-1), { done: true, progress: 'Recovered 1 text; tried 5 of 5 records' })
  const job = (await listStatuses(context)).find(({ jobId }) => jobId === queued.body.jobId)
  t.match(job, { status: 'done', cursor: 5, total: 5, errorCategory: null })
  const expected = [...Object.values(ends).map(([, state, http]) => [state, http]), ['unavailable', null]]
  const shown = job.extractionOutcomes.map(({ sourceId, status, httpStatus }: Loose) => [sourceId, status, httpStatus])
  t.same(
    shown,
    expected.map((end, at) => [`vault:${ids[at]}`, ...end]),
  )
})

t.test('a recovered text is evidence at once: read, searched, in the audit trail, and queued for Lore', async (t) => {
  const { context, base } = await newWeb(t, buildSite())
  const id = await addPage(context, `${base}/ready`, { published_at: '2019' })
  await recover(context, [id])
  await finishJobs(context, kind)
  const path = `/api/artist/${context.artistId}/knowledge`
  const { passage, totalChars } = (await context.call('owner', 'GET', `${path}/sources/vault:${id}`)).body
  t.match(passage, { text: /^Mara Quill sang to the ferry/, source: { title: 'The ferry', publishedAt: '2019' } })
  t.match((await context.call('owner', 'GET', `${path}/search?query=ferry`)).body.passages, [
    { source: { sourceId: `vault:${id}` } },
  ])
  const [outcome] = (await listStatuses(context)).find((job) => job.kind === kind).extractionOutcomes
  t.match(outcome, { status: 'ready', storedChars: totalChars, truncated: false })
  const [event, ...more] = await readCheckedTrail(t, context)
  t.same(more, [])
  t.match(event, { action: 'source.captured', subject: `vault:${id}`, revision: passage.revision, actor: null })
  t.equal(event?.at.toISOString(), outcome.capturedAt)
  const pending = (await listJobs(context)).filter(({ state }) => state === 'pending')
  t.same(pluck(pending, 'kind'), ['lore_refresh'])
})

t.test('only records without a text are fetched, by a job; where each has its text none is queued', async (t) => {
  const { context, base, pages } = await newWeb(t, buildSite())
  const { sourceId } = await context.addSource('A text that is stored.')
  t.strictSame((await recover(context, [sourceId.slice(6)])).body, { status: 'ok', jobId: null, queued: 0 })
  t.same(await listStatuses(context), [])
  const id = await addPage(context, `${base}/ready`)
  const { body } = await recover(context, [sourceId.slice(6).toUpperCase(), id, id.toUpperCase()])
  t.match(body, { queued: 1 })
  t.match(await readJob(context, body.jobId), { payload: { sourceIds: [`vault:${id}`] } })
  t.equal(pages.requests.length, 0, 'nothing is fetched inside the request')
})

t.test('one id of no approved public record refuses the whole request, naming its index', async (t) => {
  const { context, base } = await newWeb(t, buildSite())
  const fine = await addPage(context, `${base}/ready`)
  const bad = {
    "another artist's": await addPage(context, `${base}/a`, { artist_id: context.otherArtistId }),
    pending: await addPage(context, `${base}/b`, { curation: 'pending' }),
    rejected: await addPage(context, `${base}/c`, { curation: 'rejected' }),
    private: await addPage(context, `${base}/d`, { is_private: true }),
    'an upload': await addPage(context, `${base}/e`, { is_upload: true }),
    removed: await addPage(context, `${base}/f`, { removed_at: new Date() }),
    'a discovery': await addPage(context, `${base}/g`, { kind: 'discovery' }),
    'without an address': await addPage(context, null),
    'no web address': await addPage(context, 'ftp://press.example/a'),
    unknown: uuidv7(),
  }
  for (const [title, id] of Object.entries(bad)) {
    const refused = await recover(context, [fine, id])
    t.match(refused, { status: 400, body: { code: 'invalid_request', error: /^sourceIds\/1: / } }, title)
    t.match(await recover(context, [id, fine]), { status: 400, body: { error: /^sourceIds\/0: / } }, `${title}, first`)
  }
  t.same(await listStatuses(context), [])
})

t.test('a record that has its text by the time of its slice is skipped, unread', async (t) => {
  const { context, base, pages } = await newWeb(t, buildSite())
  const [stored, withdrawn] = [await addPage(context, `${base}/ready`), await addPage(context, `${base}/empty`)]
  await recover(context, [stored, withdrawn])
  await context.addSource('Brought in by hand.', { sourceId: `vault:${stored}` })
  await changeSource(context.db, { is_private: true }, `vault:${withdrawn}`)
  await finishJobs(context, kind)
  t.match((await listStatuses(context))[0].extractionOutcomes, [
    { status: 'skipped', httpStatus: null, storedChars: 0 },
    { status: 'skipped', httpStatus: null, storedChars: 0 },
  ])
  t.equal(pages.requests.length, 0)
})

t.test('the list of sources shows the recovery state of each', async (t) => {
  const { context, base } = await newWeb(t, buildSite())
  const ids = [await addPage(context, `${base}/gone`), await addPage(context, `${base}/ready`)]
  const never = await addPage(context, `${base}/empty`)
  const readiness = async () => {
    const { sources } = (await context.call('owner', 'GET', `/api/artist/${context.artistId}/knowledge/sources`)).body
    return [...ids, never].map((id) => {
      const { extraction } = sources.find(({ sourceId }: { sourceId: string }) => sourceId === `vault:${id}`)
      return [extraction.readiness, extraction.truncated]
    })
  }
  const unknown = ['unknown', null]
  t.same(await readiness(), [unknown, unknown, unknown])
  await recover(context, ids)
  t.same(await readiness(), [['queued', null], ['queued', null], unknown])
  const lease = { lease_token: uuidv7(), leased_until: new Date(Date.now() + 60_000) }
  await context.db.updateTable('artist_research_jobs').set(lease).execute()
  t.same(await readiness(), [['running', null], ['queued', null], unknown])
  await context.db.updateTable('artist_research_jobs').set({ lease_token: null, leased_until: null }).execute()
  await advanceOnce(context, kind)
  t.same(await readiness(), [['failed', null], ['queued', null], unknown])
  await finishJobs(context, kind)
  t.same(await readiness(), [['failed', null], ['ready', false], unknown])
  await recover(context, ids)
  t.same(await readiness(), [['queued', null], ['ready', false], unknown], 'that of the newest recovery')
})

t.test('a text that is saved while its page is read is kept', async (t) => {
  const web: Web = await newWeb(t, buildSite())
  const { context, base } = web
  const id = await addPage(context, `${base}/ready`)
  const { pages } = context.app.resources.providers
  const whileReading = async (url: string, signal: AbortSignal) => {
    await context.addSource('Brought in by hand.', { sourceId: `vault:${id}` })
    return await (pages as NonNullable<typeof pages>).read(url, signal)
  }
  Object.assign(context.app.resources.providers, { pages: { read: whileReading } })
  await recover(context, [id])
  await finishJobs(context, kind)
  t.match((await listStatuses(context))[0].extractionOutcomes, [{ status: 'skipped' }])
  const read = await context.call('owner', 'GET', `/api/artist/${context.artistId}/knowledge/sources/vault:${id}`)
  t.equal(read.body.passage.text, 'Brought in by hand.')
})
