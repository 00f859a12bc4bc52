import t from 'tap'
import { buildCitation, createTestContext } from '../support/test-context.ts'
import { offerFirstQuestion, startSitting } from './interview.ts'

const evidenceChanged = { status: 409, body: { code: 'evidence_changed' } }
const notFound = { status: 404, body: { code: 'not_found' } }

t.test(
  'of a source that was revised since, the revision that was read still opens, and only by its own hash',
  async (t) => {
    const context = await createTestContext(t)
    const { session, source, offer, prepared, sendOffer, answer, reference } = await startSitting(context)
    const newer = await context.addSource(`A new beginning. ${source.text}`, { sourceId: source.sourceId })
    const moved = await offer(session, 1, { ...reference, revision: newer.revision })
    t.match(moved, evidenceChanged, 'the old window in the new text')
    t.match(moved.body.error, /^references\/0: /, 'which names the reference')
    t.match(
      await offer(session, 1, { ...reference, revision: 'f'.repeat(64) }),
      evidenceChanged,
      'a revision never kept',
    )
    const first = await offer(session, 1, reference)
    t.match(first, { status: 200, body: { question: { references: [reference] } } }, 'the retained revision')
    await answer(first.body.question, null)
    t.equal(
      (await offer(session, 2, buildCitation(newer, 'we kept the first take'))).status,
      200,
      'the current revision',
    )

    await context.db
      .updateTable('sources')
      .set({ curation: 'rejected' })
      .where('source_id', '=', source.sourceId)
      .execute()
    t.match(
      await sendOffer(session, await prepared(session, 3, [reference])),
      notFound,
      'no revision once it is rejected',
    )
  },
)

t.test('an answer is cited by the revision that was read, current or earlier', async (t) => {
  const context = await createTestContext(t)
  const { session, question, offer, answer } = await offerFirstQuestion(context)
  const said = 'Because the “second” take was 🎹 worse.'
  const cited = (revision: string, text: string, quote: string) =>
    ({
      kind: 'answer',
      entryId: question.id,
      revision,
      start: text.indexOf(quote),
      end: text.indexOf(quote) + quote.length,
      quote,
    }) as const
  const early = cited(question.revision, said, 'Because the')
  t.match(await offer(session, 2, early), notFound, 'an open question has no answer')
  const answered = (await answer(question, said)).body.question
  t.match(await offer(session, 2, early), evidenceChanged, 'the revision of the offer holds none either')
  const reference = cited(answered.revision, said, '“second” take was 🎹')
  t.match(await offer(session, 2, { ...reference, quote: reference.quote.replace('🎹', '🎺') }), evidenceChanged)
  t.match(
    await offer(session, 2, { ...reference, start: reference.start + 1, end: reference.end + 1 }),
    evidenceChanged,
  )

  const path = `/api/artist/${context.artistId}/interview/responses/${question.id}`
  const now = 'Because the second take was better.'
  const revised = await context.call('owner', 'PATCH', path, { expectedRevision: answered.revision, answer: now })
  const second = await offer(session, 2, reference)
  t.match(second, { status: 200, body: { question: { references: [reference] } } }, 'the wording that was read')
  t.equal(revised.status, 200)
  await answer(second.body.question, null)
  const current = cited(revised.body.response.revision, now, 'was better')
  t.match(
    await offer(session, 3, { ...current, revision: answered.revision }),
    evidenceChanged,
    'one wording by the other’s name',
  )
  t.equal((await offer(session, 3, current)).status, 200, 'the current wording')
})
