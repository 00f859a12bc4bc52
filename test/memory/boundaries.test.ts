import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { verifyRecords } from '#src/admin/verify/verify.ts'
import { computeBoundaryRevision } from '#src/text/revisions.ts'
import { answerFirstQuestion, readAllRows } from '../responses/answers.ts'
import { readCheckedTrail } from '../sessions/trail.ts'
import { createTestContext } from '../support/test-context.ts'
import { buildBoundaryOn, createMemoryClient } from './memory.ts'

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
