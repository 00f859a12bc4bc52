import t from 'tap'
import { newWeb } from '../discoveries/web.ts'
import { renderPage, renderParagraph } from '../providers/pages/page.ts'
import { advanceOnce, readJob } from '../research/slices.ts'
import { listFindings } from '../support/findings.ts'
import type { Loose } from '../support/test-context.ts'
import { ask, read, reopenReferences, researchQuestion } from './questions.ts'

const organ = renderParagraph('Mara Quill says that the pump organ on Low Water belonged to her grandmother.')
const other = renderParagraph('Mara Quill has a boat, and it leaks, and she rows it all the same.')

t.test('the web is searched, its pages are read one a slice, and become pending discoveries', async (t) => {
  const { context, engine, fetched } = await newWeb(t, { '/organ': renderPage(organ), '/boat': renderPage(other) })
  const { jobId } = (await ask(context)).body
  const seen: Loose[] = []
  for (let n = 0; n < 5; n += 1) {
    const { progress, done } = await advanceOnce(context, 'source_search')
    const { cursor, total } = await readJob(context, jobId)
    seen.push([(await read(context, jobId)).body.stage, progress, cursor, total, done])
  }
  t.same(seen, [
    ['searching', 'Looked through what is stored: 0 passages found', 1, null, false],
    ['reading', 'Searched the web: 2 pages to be read', 2, 5, false],
    ['reading', 'Read page 1 of 2', 3, 5, false],
    ['reading', 'Read page 2 of 2', 4, 5, false],
    ['complete', 'Ended with 1 passage', 5, 5, true],
  ])
  t.same(engine.queries, ['Mara Quill the pump organ on Low Water'])
  t.same(fetched(), ['/organ', '/boat'])
  const { body } = await read(context, jobId)
  t.match(body, {
    provider: 'web',
    limitations: { length: 0 },
    references: [{ curation: 'pending', truncated: false }],
  })
  t.match(body.references[0], { sourceId: /^discovery:/, url: /\/organ$/, evidenceKind: 'original_text' })
  t.match(body.references[0].text, /belonged to her grandmother/)
  await reopenReferences(t, context, body.references)
  t.match((await read(context, jobId, { caller: null })).body, { stage: 'unresolved', references: { length: 0 } })

  const unverified = (await listFindings(context.db, context.artistId)).filter(({ table }) => table !== 'claims')
  t.same(unverified, [], 'all of it can be verified')
})

t.test('a page that was found or rejected before is not read a second time', async (t) => {
  const site = { '/organ': renderPage(organ), '/boat': renderPage(other) }
  const { context, engine, base, fetched } = await newWeb(t, site)
  await researchQuestion(context, {})
  t.equal(fetched().length, 2)
  await context.db.updateTable('discoveries').set({ curation: 'declined' }).where('url', '=', `${base}/organ`).execute()
  const body = await researchQuestion(context, { freshness: 'recent' })
  t.match(body, { stage: 'unresolved', references: { length: 0 } })
  t.match(await researchQuestion(context, { targetUrl: `${base}/organ?utm_source=x` }), { stage: 'unresolved' })
  t.equal(fetched().length, 2)
  t.equal(engine.queries.length, 3)
  t.equal((await context.db.selectFrom('discoveries').select('id').execute()).length, 2)
})

t.test('the named page is read first; when it answers, the web is not searched', async (t) => {
  const named = renderPage(renderParagraph('The pump organ on Low Water stood in the hall.'))
  const { context, engine, base, fetched } = await newWeb(t, { '/named': named })
  await context.addSource('The pump organ on Low Water was her grandmother’s.')
  const body = await researchQuestion(context, { targetUrl: `${base}/named` })
  t.same(fetched(), ['/named'])
  t.same(engine.queries, [])
  t.match(body.references, [{ url: `${base}/named`, curation: 'pending' }, { curation: 'approved' }], 'and comes first')
  t.equal(body.provider, 'page')
  const again = await researchQuestion(context, { targetUrl: `${base}/named#top`, topic: 'pump organ on Low Water' })
  t.equal(fetched().length, 1, 'then it is stored')
  t.equal(again.references[0].url, `${base}/named`)
})

t.test('when the named page has no answer, the web is searched', async (t) => {
  const { context, engine, base } = await newWeb(t, { '/organ': renderPage(organ), '/named': renderPage(other) })
  engine.listed = ['/organ']
  const body = await researchQuestion(context, { targetUrl: `${base}/named` })
  t.equal(engine.queries.length, 1)
  t.match(body, { stage: 'complete', references: [{ url: `${base}/organ` }] })
})

t.test('a date range applies to pages of the web as well', async (t) => {
  const dated = (day: string) =>
    `<title>Low Water</title><meta property="article:published_time" content="${day}T09:00:00Z">`
  const { context } = await newWeb(t, {
    '/old': renderPage(organ, dated('2020-05-05')),
    '/new': renderPage(organ, dated('2023-05-05')),
    '/undated': renderPage(organ),
  })
  const body = await researchQuestion(context, { fromDate: '2023-01-01', toDate: '2023-12-31' })
  t.match(body.references, [{ url: /\/new$/, publishedAt: /^2023-05-05/ }])
  t.equal(body.references.length, 1)
  t.same(body.limitations, ['One source was left out: the day of publication is not known.'])
})

t.test('a long page is stored up to its limit, with a limitation', async (t) => {
  const { context } = await newWeb(t, { '/long': renderPage(`${organ}${other.repeat(200)}`) })
  const body = await researchQuestion(context, {})
  t.match(body.references, [{ truncated: true }])
  t.same(body.limitations, ['One page is longer than what is stored.'])
})
