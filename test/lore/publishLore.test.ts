import t from 'tap'
import { changeArtist } from '#src/records/audit/change-artist.ts'
import { findCitations, locateSentences, splitQuotations, takeOut } from '#src/records/lore/edit.ts'
import { runAtOnce } from '#src/text/time-slices.ts'
import { buildBoundaryOn, createMemoryClient } from '../memory/memory.ts'
import { advanceUntilIdle } from '../research/slices.ts'
import { createResponsesClient } from '../responses/answers.ts'
import { addImportedAnswer } from '../sessions/interview.ts'
import { readCheckedTrail } from '../sessions/trail.ts'
import { isLockAwaited } from '../support/citus.ts'
import { pluck } from '../support/pluck.ts'
import type { Loose } from '../support/test-context.ts'
import { pollUntil } from '../support/until.ts'
import { buildCorrection, composeFromAnswer } from './lore-api.ts'

const said = 'I was born in Bergen above a bakery. We recorded the album in the old church by the harbour.'
const church = 'We recorded the album in the old church by the harbour.'

t.test('of a sentence that stands twice each has its place, in the order of the text', (t) => {
  const sentences = ['I sang.', 'It rang.', 'I sang.', 'I left.']
  const locate = (list: string[]) =>
    runAtOnce(locateSentences('I sang. It rang. I sang.', list)).map((place) => place?.start)
  t.same(locate(sentences), [0, 8, 17, undefined])
  t.same(locate(sentences.slice(1, 3)), [8, 17])
  t.same(locate(['I sang.', 'I sang.', 'It rang.', 'I sang.']), [0, 17, 8, undefined], 'also where they were moved')
  const refrain = Array.from({ length: 20 }, () => 'No.')
  t.notOk(runAtOnce(locateSentences(refrain.join(' '), refrain)).includes(undefined), 'a refrain is found each time')
  t.end()
})

t.test('sentences that stand as they do in their source are one quotation', (t) => {
  const text = 'I sang. It rang.'
  const citations = [
    { start: 0, end: 16, kind: 'answer' as const, id: 'a', revision: 'r', quoteStart: 0, quoteEnd: 16 },
  ]
  t.same(runAtOnce(findCitations(text, splitQuotations({ text, citations }))), citations)
  t.end()
})

t.test('sentences are taken out of between quotations in one pass over them', (t) => {
  let reads = 0
  const citations = Array.from({ length: 2_000 }, (_, n) => ({
    get start() {
      reads += 1
      return 12 * n
    },
    ...{ end: 12 * n + 5, kind: 'answer' as const, id: 'a', revision: 'r', quoteStart: 12 * n, quoteEnd: 12 * n + 5 },
  }))
  const touched = citations.map((_, n) => ({ start: 12 * n + 6, end: 12 * n + 11, id: 'b', replacement: null }))
  const excluded = touched.map((one) => ({ ...one, because: 'boundary' as const }))
  const { text, citations: kept } = takeOut({ text: 'Kept. Gone. '.repeat(2_000), citations }, excluded, () => '[…]')
  t.equal(text, 'Kept. […] '.repeat(2_000))
  const quoted = kept.map(({ start, end, quoteStart }) => [text.slice(start, end), quoteStart])
  t.same(
    quoted,
    citations.map(({ quoteStart }) => ['Kept.', quoteStart]),
  )
  t.ok(reads < 20 * citations.length, `${reads} reads`)
  t.end()
})

t.test('what the artist publishes stays first, and every later composition is a proposal beside it', async (t) => {
  const { context, lore, question, read, versions, publish } = await composeFromAnswer(t, said)
  const published = (await publish({ revision: lore.revision, publishedRevision: lore.revision })).body.lore
  t.match(published, { number: 2, by: 'artist', state: 'published', isCurrent: true, text: lore.text })
  t.same(published.citations, lore.citations)
  const revised = { expectedRevision: question.revision, answer: 'I was born in Oslo.' }
  await createResponsesClient(context).revise(question.id, revised)
  await advanceUntilIdle(context)
  const { lore: still, proposal } = (await read()).body
  t.same(still, published)
  t.match(proposal, { number: 3, by: 'composer', state: 'proposal' })
  t.match((await read(proposal.revision)).body.lore, { text: /Oslo/, state: 'proposal', isCurrent: false })
  t.same(pluck((await versions()).body.versions, 'state'), ['proposal', 'published', 'earlier'])
  const brief = await context.call('owner', 'GET', `/api/artist/${context.artistId}/knowledge/brief`)
  t.match(brief.body.generatedLoreSummary, 'Bergen', 'readers of the brief see what is published')

  const accepted = { revision: proposal.revision, publishedRevision: published.revision }
  t.match((await publish(accepted)).body.lore, { number: 4, text: /Oslo/ })
  const back = (await publish({ revision: lore.revision, publishedRevision: (await read()).body.lore.revision })).body
  t.match(back.lore, { number: 5, text: lore.text, state: 'published' }, 'any version can be published again')
  t.equal((await read()).body.proposal, null)
  const trail = (await readCheckedTrail(t, context)).filter(({ action }) => action === 'lore.published')
  t.match(trail.at(-1)?.details, { by: 'artist', jobId: null, from: lore.revision })
})

t.test('a repeated publication changes nothing, and a stale one is refused', async (t) => {
  const { context, lore, publish, read } = await composeFromAnswer(t, said)
  const request = { revision: lore.revision, publishedRevision: lore.revision }
  const all = await Promise.all(Array.from({ length: 10 }, () => publish(request)))
  t.same(new Set(all.map(({ status }) => status)), new Set([200]))
  t.equal((await context.db.selectFrom('lore_versions').select('number').execute()).length, 2)
  t.match(await publish({ ...request, text: 'Another.' }), { status: 409, body: { code: 'revision_changed' } })
  t.equal((await publish({ ...request, revision: '0'.repeat(64) })).status, 404)
  for (const text of ['', ' \n', '\u200b', '\u2060\u3164\n'])
    t.match(await publish({ ...request, text }), { status: 400, body: { error: /text/ } }, 'a text that is not seen')
  const { body } = await read()
  t.match(body.lore, { number: 2 })
  const text = `${lore.text} Anew.`
  const late = await changeArtist(context.db, { artistId: context.artistId }, async ({ stage }) => {
    const publishing = publish({ ...request, publishedRevision: body.lore.revision, text })
    await pollUntil(() => isLockAwaited(context.db))
    stage({ action: 'releases.refreshed', subject: 'releases:a', revision: null, details: {} })
    return { publishing }
  })
  t.match(await late.publishing, { status: 409, body: { code: 'state_changed' } }, 'of other records than it read')
})

t.test('an edited text keeps the citations of what stands in it unchanged', async (t) => {
  const { lore, publish } = await composeFromAnswer(t, said)
  const text = `My page.\n\n${lore.text.replace(church, 'We recorded it in noon, in a barn.')}`
  const body = { revision: lore.revision, publishedRevision: lore.revision, text }
  const published = (await publish(body)).body.lore
  t.equal(published.text, text)
  for (const { start, end, reference } of published.citations) t.equal(text.slice(start, end), reference.quote)
  const quotes = published.citations.map(({ reference }: Loose) => reference.quote)
  t.ok(quotes.includes('I was born in Bergen above a bakery.'))
  t.notOk(quotes.some((quote: string) => quote.includes('church') || quote.includes('barn')))
})

t.test('sentences that a boundary or a correction touches are shown, refused, and taken out in one step', async (t) => {
  const { context, lore, publish, correct, read, preview } = await composeFromAnswer(t, said)
  const published = (await publish({ revision: lore.revision, publishedRevision: lore.revision })).body.lore
  t.same(published.excluded, [])
  const start = lore.text.indexOf(church)
  const correction = { ...buildCorrection(published, 'It was the kitchen.'), start, end: start + church.length }
  const { requestId: _requestId, ...previewed } = correction
  t.match((await preview(previewed)).body, { sentenceCount: 1, sentences: [{ text: church }] })
  t.equal((await preview({ ...previewed, loreRevision: '0'.repeat(64) })).status, 404)
  await correct(correction)
  await advanceUntilIdle(context)
  const touched = (await read()).body
  t.equal(touched.lore.text, lore.text, 'no correction replaces what the artist published')
  t.match(touched.lore.excluded, [{ text: church, because: 'correction', replacement: 'It was the kitchen.' }])
  t.match((await read(touched.proposal.revision)).body.lore.text, '[corrected by Mara Quill: It was the kitchen.]')

  const again = { revision: published.revision, publishedRevision: published.revision }
  const refused = await publish({ ...again, text: `${lore.text} Anew.` })
  t.match(refused, {
    status: 409,
    body: { code: 'state_changed', error: `Your Lore says what you have corrected: “${church}”` },
  })
  const clean = (await publish({ ...again, excluded: 'leave_out' })).body.lore
  t.notMatch(clean.text, 'church')
  t.match(clean.text, 'above a bakery. [corrected by Mara Quill: It was the kitchen.]')
  for (const { start, end, reference } of clean.citations) t.equal(clean.text.slice(start, end), reference.quote)
  t.same(clean.excluded, [])

  const other = await addImportedAnswer(context, { answer: 'The bell came later.' })
  const wording = 'Nothing about the bakery, please.'
  await createMemoryClient(context).save(buildBoundaryOn({ questionKey: other.id }, { wording }))
  const bounded = (await read()).body.lore
  t.match(bounded.excluded, [{ because: 'boundary', replacement: null }])
  const kept = { revision: bounded.revision, publishedRevision: bounded.revision, text: `${bounded.text} Kept.` }
  const chosen = (await publish({ ...kept, excluded: 'keep' })).body.lore
  t.match(chosen.text, /bakery[\s\S]*Kept\.$/, 'the artist decides')
  const sentences = 'The bakery. '.repeat(1_600)
  const many = { revision: bounded.revision, publishedRevision: (await read()).body.lore.revision, text: sentences }
  const long = (await publish({ ...many, excluded: 'keep' })).body.lore
  t.equal(long.excluded.length, 500, 'the first of many')
  const bakery = { loreRevision: long.revision, start: 0, end: 11, correction: null }
  const path = `/api/artist/${context.artistId}/interview/boundaries/preview`
  for (const { body } of [
    await preview(bakery),
    await context.call('owner', 'POST', path, { questionKey: 'general', wording }),
  ])
    t.match(body, { sentenceCount: 1_600, sentences: { length: 20 } })
})
