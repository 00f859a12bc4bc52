import t from 'tap'
import { buildCitation, createTestContext } from '../support/test-context.ts'
import { createInterviewClient, passage } from './interview.ts'
import { checkEntries, readCheckedTrail } from './trail.ts'

t.test('a whole sitting: start, three questions, an answer, a skip, an open one, finish', async (t) => {
  const context = await createTestContext(t)
  const { restore, start, offer, answer, finish } = createInterviewClient(context)
  const source = await context.addSource(passage)

  t.match((await restore()).body, { status: 'ok', session: null, legacyOffers: [] }, 'nothing is there at first')
  const { session } = (await start()).body
  t.match(session, { sitting: 1, state: 'active', closedAt: null, questions: [] }, 'the first sitting has number 1')

  const reference = buildCitation(source, 'we kept the first take')
  const first = await offer(session, 1, reference)
  t.equal(first.status, 200)
  t.equal(first.headers['cache-control'], 'private, no-store')
  t.strictSame(
    Object.keys(first.body.question).sort(),
    [
      'answer',
      'answerUpdatedAt',
      'id',
      'offeredAt',
      'ordinal',
      'question',
      'questionKey',
      'references',
      'revision',
      'sitting',
      'state',
    ],
    'a question has every field',
  )
  t.match(first.body.question, { answer: null, state: 'offered', sitting: 1, ordinal: 1, references: [reference] })
  t.equal(
    first.body.question.answerUpdatedAt,
    first.body.question.offeredAt,
    'an open question changed when it was offered',
  )

  const answered = (await answer(first.body.question, 'Because the second one was “better”.\r\n 🎹 ')).body.question
  t.match(answered, { state: 'answered', answer: 'Because the second one was “better”.\r\n 🎹 ', ordinal: 1 })
  t.equal(answered.offeredAt, first.body.question.offeredAt, 'the instant of the offer stays')
  t.not(answered.revision, first.body.question.revision, 'the revision moves')

  const quote = {
    kind: 'answer' as const,
    entryId: answered.id,
    revision: answered.revision,
    start: 8,
    end: 18,
    quote: 'the second',
  }
  const second = (await offer(session, 2, quote)).body.question
  t.match(second.references, [quote], 'an earlier answer can be cited')
  t.match((await answer(second, null)).body.question, { state: 'skipped', answer: null }, 'null is a skip')

  const third = (await offer(session, 3, buildCitation(source, 'The bell on the record'))).body.question
  const saved = await restore()
  t.strictSame(
    saved.body.session.questions.map((q: { state: string }) => q.state),
    ['answered', 'skipped', 'offered'],
  )

  const finished = (await finish(session)).body
  t.match(finished.session, { id: session.id, state: 'finished', closedAt: String })
  t.match(finished.session.questions[2], { id: third.id, state: 'skipped', answerUpdatedAt: finished.session.closedAt })
  t.strictSame((await restore()).body, finished, 'the finish returned exactly what is saved')
  t.match((await start()).body.session, { sitting: 2, state: 'active' }, 'the next sitting counts on')

  const trail = await readCheckedTrail(t, context)
  t.strictSame(
    trail.map(({ action }) => action),
    [
      'sitting.started',
      'question.offered',
      'answer.saved',
      'question.offered',
      'question.skipped',
      'question.offered',
      'sitting.finished',
      'sitting.started',
    ],
    'every change is one event',
  )
  t.strictSame(trail[6]?.details, { sitting: 1, skipped: [third.id] }, 'the finish names the question it skipped')
  t.equal(trail[2]?.at.toISOString(), answered.answerUpdatedAt, 'the event and the answer have one instant')
  await checkEntries(t, context)

  const jobs = await context.db.selectFrom('artist_research_jobs').selectAll().execute()
  t.match(jobs, [{ artist_id: context.artistId, kind: 'lore_refresh', state: 'pending' }], 'one Lore refresh is queued')
})
