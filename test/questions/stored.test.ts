import { sql } from 'kysely'
import t from 'tap'
import { addDiscovery } from '../evidence/discoveries.ts'
import { finishJobs, readJob } from '../research/slices.ts'
import { pluck } from '../support/pluck.ts'
import { addPage, changeSource } from '../support/sources.ts'
import { createTestContext, type SourceOptions, type TestContext } from '../support/test-context.ts'
import { ask, passTime, read, reopenReferences, researchQuestion } from './questions.ts'

const organ = 'The pump organ on “Low Water” belonged to her grandmother; Quill carried it down three flights herself.'
const filler = (n: number) => `${'Nothing else was said about the weather that week. '.repeat(n)}\n\n`

/** A source with text about the organ somewhere in its middle. */
const addOrgan = (context: TestContext, options: SourceOptions = {}) =>
  context.addSource(`${filler(30)}${organ}\n\n${filler(30)}`, options)

const decide = ({ db }: TestContext, curation: string) => sql`update discoveries set curation = ${curation}`.execute(db)

t.test('stored evidence that answers ends the research in one slice, without an external call', async (t) => {
  const context = await createTestContext(t)
  // What was uploaded is not searched.
  await addOrgan(context)
  await changeSource(context.db, { is_upload: true })
  const source = await addOrgan(context)
  const { jobId } = (await ask(context)).body
  const slices = await finishJobs(context, 'source_search')
  t.match(slices, [{ done: true, waiting: false, kind: 'source_search', progress: 'Ended with 1 passage' }])
  t.equal((await readJob(context, jobId)).error_category, null)
  const { body } = await read(context, jobId)
  t.match(body, { stage: 'complete', message: 'Found one passage.', provider: null, limitations: { length: 0 } })
  t.equal(body.references.length, 1)
  const [{ text, start, end, ...reference }] = body.references
  t.match(text, organ)
  t.equal(source.text.slice(start, end), text)
  const { sourceId, revision } = source
  t.match(reference, { sourceId, revision, curation: 'approved', evidenceKind: 'original_text' })
  t.match(reference, { speaker: 'not_applicable', publishedAt: null, truncated: null })
  t.ok(Date.parse(reference.retrievedAt) > 0)
  await reopenReferences(t, context, body.references)
  await reopenReferences(t, context, body.references, null)
})

t.test('a complete result is reused for half an hour, with its references', async (t) => {
  const context = await createTestContext(t)
  await addOrgan(context)
  const { jobId, references } = await researchQuestion(context, {})
  await passTime(context, 1_790)
  t.same((await ask(context)).body.references, references)
  t.match((await ask(context)).body, { jobId, stage: 'complete', reused: true })
  await passTime(context, 11)
  t.match((await ask(context)).body, { stage: 'checking_saved', reused: false })
})

t.test('with nothing stored and no web search the result is unresolved, and says so', async (t) => {
  const context = await createTestContext(t)
  await context.addSource('The ferry left at nine.')
  const body = await researchQuestion(context, {})
  t.match(body, { stage: 'unresolved', references: { length: 0 }, message: /Nothing was found/ })
  t.same(body.limitations, ['No web search is set up here.'])
  const status = await context.call('owner', 'GET', `/api/artist/${context.artistId}/research/status`)
  t.match(status.body.jobs, [{ status: 'done', errorCategory: 'not_configured', cursor: 2, total: 2 }])
})

t.test('a pending discovery is shown to reviewers, never to the key', async (t) => {
  const context = await createTestContext(t)
  const found = await addDiscovery(context, `${organ} Mara Quill said so.`)
  const body = await researchQuestion(context, {})
  t.match(body, { stage: 'complete', references: [{ sourceId: found.sourceId, curation: 'pending' }] })
  await reopenReferences(t, context, body.references)
  const byKey = await read(context, body.jobId, { caller: null })
  t.match(byKey.body, {
    stage: 'unresolved',
    references: { length: 0 },
    limitations: ['Only approved evidence is shown.'],
  })
  t.notMatch(JSON.stringify(byKey.body), /grandmother|discovery:/)

  await decide(context, 'approved')
  await changeSource(context.db, { curation: 'approved' })
  const approved = await read(context, body.jobId, { caller: null })
  t.match(approved.body, { stage: 'complete', references: [{ sourceId: found.sourceId, curation: 'approved' }] })
  await reopenReferences(t, context, approved.body.references, null)

  await decide(context, 'declined')
  for (const caller of ['owner', 'admin', null]) {
    const { stage, references, limitations } = (await read(context, body.jobId, { caller })).body
    t.match({ stage, references }, { stage: 'unresolved', references: { length: 0 } })
    t.ok(limitations.includes('One passage that was found does not exist any more.'))
  }
})

t.test('the key gets the best approved passages, however good the others are', async (t) => {
  const context = await createTestContext(t)
  for (let n = 0; n < 8; n += 1)
    await addDiscovery(context, `${organ} The pump organ on Low Water, again and again: number ${n}.`)
  const approved = await addOrgan(context)
  const body = await researchQuestion(context, {})
  t.equal(body.references.length, 6)
  t.match((await readJob(context, body.jobId)).result, { windows: { length: 7 } }, 'no more than one of each can show')
  const { references } = (await read(context, body.jobId, { caller: null })).body
  t.match(references, [{ sourceId: approved.sourceId }])
})

t.test('a passage of a text that has changed, or of a source that is hidden, is no reference any more', async (t) => {
  const context = await createTestContext(t)
  const { sourceId } = await addOrgan(context)
  const { jobId } = await researchQuestion(context, {})
  for (const hidden of [{ is_private: true }, { is_upload: true }, { removed_at: new Date() }]) {
    await changeSource(context.db, { is_private: false, is_upload: false, ...hidden })
    for (const caller of ['owner', null]) {
      t.match((await read(context, jobId, { caller })).body, { stage: 'unresolved', references: { length: 0 } })
    }
  }
  await changeSource(context.db, { removed_at: null })
  t.equal((await read(context, jobId)).body.references.length, 1)
  await context.addSource('Another text altogether.', { sourceId })
  const { stage, references, limitations } = (await read(context, jobId)).body
  t.same([stage, references], ['unresolved', []])
  t.same(limitations, ['One passage that was found does not exist any more.'])
})

t.test('texts that are not indexed yet are indexed first, slice by slice', async (t) => {
  const context = await createTestContext(t)
  const sentence = 'A line about tides and timetables that says nothing of it. '
  await context.addSource(`${sentence.repeat(10_000)}\n\n${organ}`)
  const { jobId } = (await ask(context)).body
  const slices = await finishJobs(context, 'source_search')
  t.ok(slices.length > 1)
  t.equal(slices[0].progress, 'Preparing 1 text for search')
  const { body } = await read(context, jobId)
  t.match(body, { stage: 'complete', limitations: { length: 0 } })
  t.match(body.references[0].text, organ)

  await context.addSource(sentence.repeat(20_000))
  const late = (await ask(context, { topic: 'the pump organ' })).body.jobId
  const step = { do: 'look', round: 4, read: null }
  const beginning = JSON.stringify({ stage: 'checking_saved', step, findings: { provider: null }, outside: {} })
  await sql`update artist_research_jobs set checkpoint = ${beginning}::jsonb where id = ${late}`.execute(context.db)
  const said = pluck(await finishJobs(context, 'source_search'), 'progress')
  t.same(said, ['Preparing 1 text for search', 'Ended with 1 passage'])
  t.same((await read(context, late)).body.limitations, ['One text is still being prepared for search.'])
})

t.test('sources without text, and unknown dates, are listed as limitations', async (t) => {
  const context = await createTestContext(t)
  const { sourceId } = await addOrgan(context)
  await addPage(context, null, { published_at: '2023-05-06' })
  const body = await researchQuestion(context, { fromDate: '2023-01-01', freshness: 'stored' })
  t.match(body, { stage: 'unresolved', references: { length: 0 } })
  t.same(body.limitations.toSorted(), [
    'No web search is set up here.',
    'One source has no stored text yet.',
    'One source was left out: the day of publication is not known.',
  ])
  await changeSource(context.db, { published_at: '2023-05' }, sourceId)
  t.match(await researchQuestion(context, { fromDate: '2023-05-01', toDate: '2023-05-31' }), { stage: 'complete' })
})

t.test('a release date is answered by a passage with a date, credits by one with a role', async (t) => {
  const context = await createTestContext(t)
  await context.addSource('Low Water is a record about the sea.')
  const dated = await context.addSource('Low Water came out on 3 March 2021, on a Wednesday.')
  const credits = await context.addSource('On Low Water the trombone is played by Ivo Lantern.')
  const dates = await researchQuestion(context, { topic: 'Low Water', evidenceNeed: 'release_date' })
  t.same(pluck(dates.references, 'sourceId'), [dated.sourceId])
  const people = await researchQuestion(context, { topic: 'Low Water', evidenceNeed: 'credits' })
  t.same(pluck(people.references, 'sourceId'), [credits.sourceId])
})
