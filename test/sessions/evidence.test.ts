import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { buildCitation, countRows, createTestContext } from '../support/test-context.ts'
import { offerFirstQuestion, startSitting } from './interview.ts'

const evidenceChanged = { status: 409, body: { code: 'evidence_changed' } }
const notFound = { status: 404, body: { code: 'not_found' } }

/** é as one character, then as e with a combining accent; a family of four joined; a piano outside the basic plane. */
const text =
  'Caf\u00e9 “Cafe\u0301” 👩‍👩‍👧‍👦 — \'tis "so" \u201eand\u201c «so»\r\n\tשלום\u200f 🎹🎹🎹🎹🎹🎹🎹🎹 _emphasis_ end of it.'

t.test('a window that is not exactly the quote is 409 evidence_changed', async (t) => {
  const context = await createTestContext(t)
  const { session, offer } = await startSitting(context)
  const source = await context.addSource(text)
  const good = buildCitation(source, '🎹🎹🎹🎹🎹🎹🎹🎹')
  const composed = buildCitation(source, 'Caf\u00e9 “Cafe\u0301”')
  const quote = text.slice(-20)
  const last = { ...good, start: text.length - 20, end: text.length, quote }
  const before = await countRows(context.db)
  const misfits = {
    'begins inside a pair': { ...good, start: good.start + 1, end: good.end + 1 },
    'ends inside a pair': { ...good, end: good.end - 1 },
    'is one shorter than the quote': { ...good, start: good.start + 2 },
    'is one longer than the quote': { ...good, end: good.end + 1 },
    'is turned round': { ...good, start: good.end, end: good.start },
    'is empty': { ...good, end: good.start },
    'lies one to the left': { ...composed, start: composed.start + 1, end: composed.end + 1 },
    'reaches past the end': { ...last, start: last.start + 1, end: last.end + 1 },
    'lies past the end': { ...last, start: text.length, end: text.length + 20 },
    'lies as far out as the contract allows': { ...last, start: 3_999_980, end: 4_000_000 },
    'claims the whole width that the contract allows': { ...good, start: 0, end: 4_000_000 },
    'holds the same letters composed': { ...composed, quote: composed.quote.normalize('NFC') },
    'holds the same letters decomposed': { ...composed, quote: composed.quote.normalize('NFD') },
    'holds other quotation marks': { ...composed, quote: composed.quote.replaceAll(/[“”]/g, '"') },
    'holds the quote in capitals': { ...composed, quote: composed.quote.toUpperCase() },
  }
  for (const [title, reference] of Object.entries(misfits)) {
    const refused = await offer(session, 1, reference)
    t.match(refused, evidenceChanged, `a window that ${title}`)
    t.match(refused.body.error, /^references\/0: /, 'which names the reference')
  }
  t.strictSame(await countRows(context.db), before, 'nothing was saved')
  t.equal((await offer(session, 1, last)).status, 200, 'the very last window fits')
})

t.test('an original that cannot serve as evidence is 404', async (t) => {
  const context = await createTestContext(t)
  const { session, offer, prepared, sendOffer, reference } = await startSitting(context)
  const cited = async (options: Parameters<typeof context.addSource>[1]) =>
    buildCitation(await context.addSource('A text that cannot be cited here.', options), 'cannot be cited')
  const removed = await cited({})
  await context.db
    .updateTable('sources')
    .set({ removed_at: '2026-01-01T00:00:00Z' })
    .where('source_id', '=', removed.sourceId)
    .execute()
  t.match(await offer(session, 1, { ...reference, sourceId: `vault:${uuidv7()}` }), notFound, 'unknown')
  t.match(await offer(session, 1, await cited({ curation: 'pending' })), notFound, 'not approved yet')
  t.match(await offer(session, 1, await cited({ curation: 'rejected' })), notFound, 'rejected')
  t.match(await offer(session, 1, await cited({ isPrivate: true })), notFound, 'private')
  t.match(await offer(session, 1, await cited({ artistId: context.otherArtistId })), notFound, 'of another artist')
  t.match(await offer(session, 1, removed), notFound, 'removed')
  const both = await prepared(session, 2, [{ ...reference, revision: 'f'.repeat(64) }, removed])
  t.match(await sendOffer(session, both), notFound, 'what is missing comes before what differs, and before the state')
  t.equal((await offer(session, 1, await cited({ kind: 'reel_transcript' }))).status, 200, 'a transcript serves')
})

t.test(
  'of a source that was revised since, the revision that was read still opens, and only by its own hash',
  async (t) => {
    const context = await createTestContext(t)
    const { session, source, offer, prepared, sendOffer, answer, reference } = await startSitting(context)
    const newer = await context.addSource(`A new beginning. ${source.text}`, { sourceId: source.sourceId })
    t.match(
      await offer(session, 1, { ...reference, revision: newer.revision }),
      evidenceChanged,
      'the old window in the new text',
    )
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
