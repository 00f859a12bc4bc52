import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { countRows, createTestContext } from '../support/test-context.ts'
import { addImportedAnswer, createInterviewClient, offerFirstQuestion } from './interview.ts'

const revisionChanged = { status: 409, body: { code: 'revision_changed' } }
const stateChanged = { status: 409, body: { code: 'state_changed' } }

t.test('an answer is stored byte for byte', async (t) => {
  const context = await createTestContext(t)
  const { session, question, answer, offer, reference } = await offerFirstQuestion(context)
  const texts = [
    ' \tCafe\u0301 is not Caf\u00e9.\r\n',
    '🎹'.repeat(2000),
    '\u202eright to left\u202c \ufdd0\uffff \u0001',
  ]
  let open = question
  for (const [at, text] of texts.entries()) {
    const saved = (await answer(open, text)).body.question
    t.equal(saved.answer, text)
    t.equal((await createInterviewClient(context).restore()).body.session.questions[at].answer, text)
    if (at < 2) open = (await offer(session, at + 2, reference)).body.question
  }
})

t.test('the same answer again succeeds before its revision is compared, also after the finish', async (t) => {
  const context = await createTestContext(t)
  const { session, question, answer, finish } = await offerFirstQuestion(context)
  const saved = await answer(question, 'We were tired.')
  const before = await countRows(context.db)
  t.strictSame((await answer(question, 'We were tired.')).body, saved.body, 'with the revision of the offer')
  t.strictSame((await answer({ ...question, revision: 'f'.repeat(64) }, 'We were tired.')).body, saved.body, 'with any')
  t.strictSame(await countRows(context.db), before)
  await finish(session)
  t.strictSame((await answer(question, 'We were tired.')).body, saved.body)
})

t.test('a skip of a skipped question succeeds, whichever request skipped it', async (t) => {
  const context = await createTestContext(t)
  const { session, question, answer, offer, finish, reference } = await offerFirstQuestion(context)
  const skipped = await answer(question, null)
  t.match(skipped.body.question, { state: 'skipped', answer: null })
  t.ok(skipped.body.question.answerUpdatedAt >= question.answerUpdatedAt)
  t.strictSame((await answer(question, null)).body, skipped.body)
  const second = (await offer(session, 2, reference)).body.question
  await finish(session)
  t.match(await answer(second, null), { status: 200, body: { question: { id: second.id, state: 'skipped' } } })
  t.equal(
    (await context.db.selectFrom('interview_boundaries').selectAll().execute()).length,
    0,
    'and draws no boundary',
  )
})

t.test('a stale revision is 409 revision_changed; a closed question is 409 state_changed', async (t) => {
  const context = await createTestContext(t)
  const { session, question, answer, offer, finish, reference } = await offerFirstQuestion(context)
  t.match(await answer({ ...question, revision: 'f'.repeat(64) }, 'We were tired.'), revisionChanged)
  const answered = (await answer(question, 'We were tired.')).body.question
  const before = await countRows(context.db)
  t.match(await answer(question, 'We were not.'), revisionChanged, 'another answer to the offer that was')
  t.match(await answer(answered, 'We were not.'), stateChanged, 'an answer is edited by revising it')
  t.match(await answer(answered, null), stateChanged, 'and never becomes a skip')
  t.match(await answer(answered, 'We were tired. '), stateChanged, 'one space is a difference')
  t.strictSame(await countRows(context.db), before)
  const second = (await offer(session, 2, reference)).body.question
  const { questions } = (await finish(session)).body.session
  t.match(await answer(second, 'Too late.'), revisionChanged)
  const skipped = { ...stateChanged, body: { error: /^The question is skipped already/ } }
  t.match(await answer(questions[1], 'Too late.'), skipped, 'a skip is not answered later')
})

t.test('an answer alone queues no Lore refresh', async (t) => {
  const context = await createTestContext(t)
  const { question, answer } = await offerFirstQuestion(context)
  await answer(question, 'We were tired.')
  t.equal((await countRows(context.db)).artist_research_jobs, 0)
})

t.test('the first wording becomes version 1, linked to the offer; a skip has no version', async (t) => {
  const context = await createTestContext(t)
  const { session, question, answer, offer, reference } = await offerFirstQuestion(context)
  const answered = (await answer(question, 'We were tired.')).body.question
  await answer((await offer(session, 2, reference)).body.question, null)
  t.match(await context.db.selectFrom('response_versions').selectAll().execute(), [
    {
      entry_id: question.id,
      number: 1,
      revision: answered.revision,
      previous: question.revision,
      answer: 'We were tired.',
      note: null,
      saved_at: new Date(answered.answerUpdatedAt),
    },
  ])
})

t.test('a question that does not exist, belongs to another artist or was never offered here is 404', async (t) => {
  const context = await createTestContext(t)
  const { question, answer } = await offerFirstQuestion(context)
  const imported = await addImportedAnswer(context)
  t.equal((await answer({ ...question, id: uuidv7() }, 'Yes.')).status, 404)
  t.equal((await answer(imported, imported.answer)).status, 404)
  t.equal(
    (await createInterviewClient(context, 'other-owner', context.otherArtistId).answer(question, 'Yes.')).status,
    404,
  )
  t.equal((await createInterviewClient(context, 'other-owner').answer(question, 'Yes.')).status, 403)
  t.equal((await createInterviewClient(context, null).answer(question, 'Yes.')).status, 401)
  t.equal((await createInterviewClient(context, 'admin').answer(question, 'Yes.')).status, 200)
})

t.test('a body that is no answer is 400', async (t) => {
  const context = await createTestContext(t)
  const { question, answer } = await offerFirstQuestion(context)
  const before = await countRows(context.db)
  for (const text of [
    '',
    ' \t\r\n\u00a0\u2003\u3000',
    'a'.repeat(2001),
    '\u0000',
    'nul \u0000 inside',
    'half \ud83c a pair',
  ]) {
    t.match(await answer(question, text), { status: 400, body: { code: 'invalid_request' } })
  }
  const path = `/api/artist/${context.artistId}/interview/answers/${question.id}`
  for (const body of [
    { expectedRevision: question.revision },
    { answer: 'Yes.' },
    { expectedRevision: question.revision, answer: 5 },
  ]) {
    t.equal((await context.call('owner', 'POST', path, body)).status, 400)
  }
  t.strictSame(await countRows(context.db), before)
})

t.test('a revoked claim can answer no question, not even repeat a saved answer', async (t) => {
  const context = await createTestContext(t)
  const { session, question, answer, finish, start, restore, offer, reference } = await offerFirstQuestion(context)
  await answer(question, 'We were tired.')
  await context.db.updateTable('claims').set({ state: 'revoked' }).where('artist_id', '=', context.artistId).execute()
  const before = await countRows(context.db)
  const calls = [answer(question, 'We were tired.'), finish(session), start(), restore(), offer(session, 1, reference)]
  for (const refused of await Promise.all(calls)) t.match(refused, { status: 403, body: { code: 'not_your_artist' } })
  t.strictSame(await countRows(context.db), before)
})
