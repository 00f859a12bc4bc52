import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { verifyRecords } from '#src/admin/verify/verify.ts'
import { computeBoundaryRevision } from '#src/text/revisions.ts'
import { answerFirstQuestion, readAllRows } from '../responses/answers.ts'
import { addImportedAnswer, addLegacyOffer, createInterviewClient, offerFirstQuestion } from '../sessions/interview.ts'
import { readCheckedTrail } from '../sessions/trail.ts'
import { createTestContext } from '../support/test-context.ts'
import { buildBoundaryOn, createMemoryClient } from './memory.ts'

const conflict = { status: 409, body: { code: 'request_conflict' } }

t.test('a boundary is saved in the artist’s words, with its question and the sitting it is drawn in', async (t) => {
  const context = await createTestContext(t)
  const { question } = await answerFirstQuestion(context)
  const requested = buildBoundaryOn(question, { wording: ' Not my father.\r\n“Ever” ' })
  const saved = await createMemoryClient(context).save(requested)
  t.equal(saved.status, 200)
  const { id, revision, createdAt, ...boundary } = saved.body.boundary
  t.strictSame(boundary, {
    wording: requested.wording,
    scope: 'until_retracted',
    sitting: 1,
    questionKey: question.questionKey,
    question: question.question,
    retractedAt: null,
  })
  const { retractedAt: _, ...content } = boundary
  t.equal(revision, computeBoundaryRevision({ artistId: context.artistId, boundaryId: id, ...content }))
  const event = (await readCheckedTrail(t, context)).at(-1)
  t.match(event, { action: 'boundary.saved', subject: `boundary:${id}`, revision, actor: 'owner' })
  t.strictSame(event?.details, { requestId: requested.requestId, entryId: question.id })
  t.equal(event?.at.toISOString(), createdAt)
  t.match((await readAllRows(context)).jobs, [{ kind: 'lore_refresh', state: 'pending', requests: 1 }])
})

t.test('a boundary in general is saved before the first question, and keeps the records whole', async (t) => {
  const context = await createTestContext(t)
  const { save } = createMemoryClient(context)
  const general = { questionKey: 'general' }
  const preview = `/api/artist/${context.artistId}/interview/boundaries/preview`
  t.match(await context.call('owner', 'POST', preview, { ...general, wording: 'My divorce.' }), { status: 200 })
  const first = await save(buildBoundaryOn(general, { wording: 'My divorce.' }))
  const second = await save(buildBoundaryOn(general, { wording: 'Where my children live.' }))
  t.match(
    [first, second],
    [{ status: 200, body: { boundary: { questionKey: 'general', sitting: 1 } } }, { status: 200 }],
  )
  const question = first.body.boundary.question
  t.equal(second.body.boundary.question, question)
  const actions = (await readCheckedTrail(t, context)).map(({ action }) => action)
  t.same(actions, ['question.offered', 'question.skipped', 'boundary.saved', 'boundary.saved'])
  const { memory } = createMemoryClient(context)
  t.match((await memory({ sitting: 1 })).body.entries, [{ kind: 'boundary' }, { kind: 'boundary' }])
  // The claims of a test are in no trail.
  await context.db.deleteFrom('claims').execute()
  t.equal((await verifyRecords(context.db)).finding, undefined)
})

t.test('saving and retracting request a Lore refresh once each, a repeated request none', async (t) => {
  const context = await createTestContext(t)
  const { question } = await answerFirstQuestion(context)
  const { save, retract } = createMemoryClient(context)
  const requests = async () => (await readAllRows(context)).jobs.map((job) => [job.kind, job.requests])
  const requested = buildBoundaryOn(question)
  const { boundary } = (await save(requested)).body
  t.strictSame(await requests(), [['lore_refresh', 1]])
  await save(requested)
  t.strictSame(await requests(), [['lore_refresh', 1]])
  await retract(boundary)
  t.strictSame(await requests(), [['lore_refresh', 2]])
  await retract(boundary)
  t.strictSame(await requests(), [['lore_refresh', 2]])
  t.equal((await save({ ...requested, wording: 'Something else.' })).status, 409)
  t.equal((await save(buildBoundaryOn({ questionKey: 'never-asked' }))).status, 404)
  t.equal((await retract({ ...boundary, revision: '0'.repeat(64) })).status, 409)
  t.strictSame(await requests(), [['lore_refresh', 2]], 'nor does one that is refused')
})

t.test('when the Lore refresh cannot be queued, no boundary is saved and none is retracted', async (t) => {
  const context = await createTestContext(t)
  const { question } = await answerFirstQuestion(context)
  const { save, retract } = createMemoryClient(context)
  const { boundary } = (await save(buildBoundaryOn(question))).body
  await context.db.deleteFrom('artist_research_jobs').execute()
  const before = await readAllRows(context)
  await context.database.pool.query('alter table artist_research_jobs add constraint no_room check (false) not valid')
  t.match(await save(buildBoundaryOn(question)), { status: 500, body: { code: 'internal' } })
  t.match(await retract(boundary), { status: 500, body: { code: 'internal' } })
  t.strictSame(await readAllRows(context), before, '0 boundaries, 0 events, 0 changes')
  await context.database.pool.query('alter table artist_research_jobs drop constraint no_room')
  t.equal((await retract(boundary)).status, 200)
})

t.test('a question in any state can carry a boundary; a question that was never offered cannot', async (t) => {
  const context = await createTestContext(t)
  const { save } = createMemoryClient(context)
  const legacy = await addLegacyOffer(context, 'Who taught you?', '2025-06-20T16:30:00Z')
  const [open] = (await createInterviewClient(context).restore()).body.legacyOffers
  t.match(
    await save(buildBoundaryOn(open)),
    { body: { boundary: { sitting: 1, question: 'Who taught you?' } } },
    'a legacy offer',
  )
  t.equal(open.id, legacy)
  await createInterviewClient(context).answer(open, null)
  const sitting = await offerFirstQuestion(context)
  t.equal((await save(buildBoundaryOn(sitting.question))).status, 200, 'offered')
  const { question: skipped } = (await sitting.answer(sitting.question, null)).body
  t.equal((await save(buildBoundaryOn(skipped))).status, 200, 'skipped')
  const before = await readAllRows(context)
  const missing = { status: 404, body: { code: 'not_found' } }
  t.match(await save(buildBoundaryOn({ questionKey: 'never-asked' })), missing)
  const elsewhere = createMemoryClient(context, 'other-owner', context.otherArtistId)
  t.match(await elsewhere.save(buildBoundaryOn(skipped)), missing, "another artist's question")
  t.strictSame(await readAllRows(context), before)
})

t.test('a skip draws no boundary', async (t) => {
  const context = await createTestContext(t)
  const sitting = await offerFirstQuestion(context)
  await sitting.answer(sitting.question, null)
  t.strictSame((await createMemoryClient(context).boundaries({ sitting: 1 })).body.boundaries, [])
})

t.test('a repeated requestId returns what it saved, also after the retraction, and saves nothing else', async (t) => {
  const context = await createTestContext(t)
  const { question } = await answerFirstQuestion(context)
  const { save, retract } = createMemoryClient(context)
  const requested = buildBoundaryOn(question)
  const saved = await save(requested)
  const before = await readAllRows(context)
  t.strictSame((await save(requested)).body, saved.body)
  t.strictSame(
    (await save({ ...requested, requestId: requested.requestId.toUpperCase() })).body,
    saved.body,
    'in either case',
  )
  t.match(await save({ ...requested, wording: `${requested.wording} ` }), conflict, 'one space is other content')
  t.match(await save({ ...requested, scope: 'sitting' }), conflict)
  t.match(await save({ ...requested, questionKey: 'never-asked' }), conflict, 'before the question is looked for')
  t.strictSame(await readAllRows(context), before)
  const retracted = await retract(saved.body.boundary)
  t.strictSame((await save(requested)).body, retracted.body, 'retracted as it is')

  const racing = buildBoundaryOn(question)
  const answers = await Promise.all(Array.from({ length: 20 }, () => save(racing)))
  t.equal(new Set(answers.map((answer) => JSON.stringify(answer.body))).size, 1, '20 at once save one')
  const rows = await context.db.selectFrom('interview_boundaries').selectAll().execute()
  t.equal(rows.length, 2)
})

t.test('a retraction lifts the boundary once; repeating it is harmless', async (t) => {
  const context = await createTestContext(t)
  const { question } = await answerFirstQuestion(context)
  const { save, retract, boundaries } = createMemoryClient(context)
  const { boundary } = (await save(buildBoundaryOn(question))).body
  const before = await readAllRows(context)
  const wrong = await retract({ ...boundary, revision: 'f'.repeat(64) })
  t.match(wrong, { status: 409, body: { code: 'revision_changed' } })
  t.match(await retract({ ...boundary, id: uuidv7() }), { status: 404 })
  const elsewhere = createMemoryClient(context, 'other-owner', context.otherArtistId)
  t.match(await elsewhere.retract(boundary), { status: 404 }, "another artist's boundary")
  t.strictSame(await readAllRows(context), before)

  const retracted = await retract(boundary)
  const { retractedAt } = retracted.body.boundary
  t.strictSame(retracted.body.boundary, { ...boundary, retractedAt }, 'its revision and words stay')
  t.match((await readCheckedTrail(t, context)).at(-1), {
    action: 'boundary.retracted',
    subject: `boundary:${boundary.id}`,
  })
  t.strictSame((await boundaries({ sitting: 1 })).body.boundaries, [])
  const after = await readAllRows(context)
  t.strictSame((await retract(boundary)).body, retracted.body, 'the first retraction')
  t.match(await retract({ ...boundary, revision: 'f'.repeat(64) }), { status: 409 }, 'of another revision still not')
  t.strictSame(await readAllRows(context), after)
})

t.test('50 boundaries are active at most: 413 limit_exceeded', async (t) => {
  const context = await createTestContext(t)
  const { question, ...sitting } = await answerFirstQuestion(context)
  const { save, retract } = createMemoryClient(context)
  const chooseScope = (n: number) => (n < 2 ? 'sitting' : 'until_retracted')
  const saved = []
  for (let n = 0; n < 50; n += 1) saved.push(await save(buildBoundaryOn(question, { scope: chooseScope(n) })))
  t.ok(saved.every(({ status }) => status === 200))
  const full = { status: 413, body: { code: 'limit_exceeded' } }
  const before = await readAllRows(context)
  t.match(await save(buildBoundaryOn(question)), full)
  t.strictSame(await readAllRows(context), before)
  await retract(saved[49]?.body.boundary)
  t.equal((await save(buildBoundaryOn(question))).status, 200, 'one retracted makes room')
  t.match(await save(buildBoundaryOn(question)), full)

  await sitting.finish(sitting.session)
  await sitting.start()
  const racing = await Promise.all(Array.from({ length: 8 }, () => save(buildBoundaryOn(question))))
  t.equal(racing.filter(({ status }) => status === 200).length, 2, 'two of a finished sitting are active no more')
})

t.test('a boundary may be drawn before the first sitting', async (t) => {
  const context = await createTestContext(t)
  const { id } = await addImportedAnswer(context)
  t.match(await createMemoryClient(context).save(buildBoundaryOn({ questionKey: id })), {
    status: 200,
    body: { boundary: { sitting: 1 } },
  })
})

t.test('bodies outside the limits of the request are refused, at the limits accepted', async (t) => {
  const context = await createTestContext(t)
  const { question } = await answerFirstQuestion(context)
  const { save } = createMemoryClient(context)
  const requested = buildBoundaryOn(question)
  const wrong: [string, object, number][] = [
    ['no requestId', { ...requested, requestId: undefined }, 400],
    ['an empty wording', { ...requested, wording: '' }, 400],
    ['white space', { ...requested, wording: ' \n\u2003' }, 400],
    ['4001 characters', { ...requested, wording: 'x'.repeat(4001) }, 400],
    ['a key of 501 characters', { ...requested, questionKey: 'x'.repeat(501) }, 400],
    ['an unknown scope', { ...requested, scope: 'forever' }, 400],
    ['an unknown property', { ...requested, sitting: 2 }, 400],
  ]
  for (const [title, body, status] of wrong) t.equal((await save(body)).status, status, title)
  const longest = await save({ ...requested, wording: '😀'.repeat(4000) })
  t.equal(longest.body.boundary.wording, '😀'.repeat(4000), '4000 characters, all of them pairs')
  t.match(await createMemoryClient(context).boundaries({ sitting: 0 }), { status: 400 })
  t.match(await createMemoryClient(context).boundaries({}), { status: 400, body: { error: /^query\.sitting: / } })
})
