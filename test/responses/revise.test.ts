import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { computeEntryRevision } from '#src/text/revisions.ts'
import { addImportedAnswer, addLegacyOffer, offerFirstQuestion } from '../sessions/interview.ts'
import { readCheckedTrail } from '../sessions/trail.ts'
import { createTestContext, type Loose } from '../support/test-context.ts'
import { answerFirstQuestion, createResponsesClient, readAllRows } from './answers.ts'

const other = 'f'.repeat(64)

t.test('a revise saves the new wording and keeps the earlier one as a version', async (t) => {
  const context = await createTestContext(t)
  const { question } = await answerFirstQuestion(context, 'We kept it because of the laugh.')
  const { revise, read, versions } = createResponsesClient(context)
  const before = (await read(question.id)).body.response
  const answer = 'We kept it because she laughed.'

  const revised = await revise(question.id, { expectedRevision: question.revision, answer, note: 'Who it was' })
  const { response } = revised.body
  t.match(revised, { status: 200, body: { status: 'ok', isCurrent: true } })
  t.equal(revised.headers.etag, `"${response.revision}"`)
  t.equal(revised.headers['cache-control'], 'private, no-store')
  const { answer: _, answerUpdatedAt, revision, ...unchanged } = before
  t.match(response, { ...unchanged, answer }, 'question, sitting and the instant of the offer stay')
  t.not(response.revision, revision)
  t.ok(response.answerUpdatedAt > answerUpdatedAt)
  t.strictSame((await read(question.id)).body, revised.body, 'it reads as it was saved')

  const [newest, first, ...none] = (await versions(question.id)).body.versions
  t.strictSame(newest, { response, savedAt: response.answerUpdatedAt, note: 'Who it was', isCurrent: true })
  t.strictSame(first, { response: before, savedAt: answerUpdatedAt, note: null, isCurrent: false })
  t.strictSame(none, [])
})

t.test('the revision can be computed from what is published, and follows the one before', async (t) => {
  const context = await createTestContext(t)
  const { question } = await answerFirstQuestion(context)
  const revised = await createResponsesClient(context).revise(question.id, {
    expectedRevision: question.revision,
    answer: 'Other words.',
  })
  const { questionKey, sitting, references } = question
  const content = {
    artistId: context.artistId,
    entryId: question.id,
    questionKey,
    question: question.question,
    sitting,
  }
  t.equal(
    revised.body.response.revision,
    computeEntryRevision({
      ...content,
      references,
      source: 'interview',
      state: 'answered',
      answer: 'Other words.',
      previous: question.revision,
    }),
  )
})

t.test('a wording that is saved a second time has a revision of its own', async (t) => {
  const context = await createTestContext(t)
  const { question } = await answerFirstQuestion(context, 'A')
  const { revise, versions } = createResponsesClient(context)
  const second = (await revise(question.id, { expectedRevision: question.revision, answer: 'B' })).body.response
  const third = (await revise(question.id, { expectedRevision: second.revision, answer: 'A' })).body.response
  t.equal(new Set([question.revision, second.revision, third.revision]).size, 3)
  const all = (await versions(question.id)).body.versions
  t.strictSame(
    all.map((version: Loose) => version.response.answer),
    ['A', 'B', 'A'],
  )
  t.strictSame(
    all.map((version: Loose) => version.isCurrent),
    [true, false, false],
  )
})

t.test('the saved wording sent again succeeds before any revision is compared, and changes nothing', async (t) => {
  const context = await createTestContext(t)
  const { question } = await answerFirstQuestion(context, 'Exactly this.')
  const { revise, read } = createResponsesClient(context)
  const before = await readAllRows(context)
  const saved = (await read(question.id)).body
  const same = await revise(
    question.id,
    { expectedRevision: other, answer: 'Exactly this.', note: 'again' },
    { 'if-match': `"${other}"` },
  )
  t.equal(same.status, 200)
  t.strictSame(same.body, saved)
  t.equal(same.headers.etag, `"${question.revision}"`)
  t.strictSame(await readAllRows(context), before, 'not a row differs')

  t.equal((await revise(question.id, { expectedRevision: question.revision, answer: 'Exactly this. ' })).status, 200)
  t.equal((await read(question.id)).body.response.answer, 'Exactly this. ', 'one space more is another answer')
})

t.test('a stale revision is refused and overwrites nothing', async (t) => {
  const context = await createTestContext(t)
  const { question } = await answerFirstQuestion(context)
  const { revise } = createResponsesClient(context)
  await revise(question.id, { expectedRevision: question.revision, answer: 'Second.' })
  const before = await readAllRows(context)
  const late = await revise(question.id, { expectedRevision: question.revision, answer: 'Third.' })
  t.match(late, { status: 409, body: { code: 'revision_changed' } })
  t.equal(late.headers['retry-after'], undefined)
  t.strictSame(await readAllRows(context), before)
})

t.test('If-Match is one strong tag that names the expected revision', async (t) => {
  const context = await createTestContext(t)
  const { question } = await answerFirstQuestion(context)
  const { revise } = createResponsesClient(context)
  const expectedRevision = question.revision
  const body = { expectedRevision, answer: 'Tagged.' }
  const before = await readAllRows(context)
  const foreign = await revise(question.id, body, { 'if-match': `"${other}"` })
  t.match(foreign, { status: 409, body: { code: 'revision_changed' } }, 'a tag that disagrees with the body')
  const forms = ['*', expectedRevision, `W/"${expectedRevision}"`, `"${expectedRevision}", "${other}"`, '""']
  for (const form of forms) {
    const refused = await revise(question.id, body, { 'if-match': form })
    t.match(refused, { status: 400, body: { code: 'invalid_request', error: /If-Match/ } }, form)
  }
  t.strictSame(await readAllRows(context), before)
  t.equal((await revise(question.id, body, { 'if-match': `"${expectedRevision}"` })).status, 200)
})

t.test('only an answered question can be revised', async (t) => {
  const context = await createTestContext(t)
  const sitting = await offerFirstQuestion(context)
  const { revise } = createResponsesClient(context)
  const legacy = await addLegacyOffer(context, 'Who taught you?', '2025-06-20T16:30:00Z')
  const foreign = await createResponsesClient(context, 'other-owner', context.otherArtistId)
  const body = { expectedRevision: sitting.question.revision, answer: 'An answer by the back door.' }
  t.match(await revise(sitting.question.id, body), { status: 404, body: { code: 'not_found' } }, 'an offered one')
  t.match(await revise(legacy, body), { status: 404 }, 'a legacy offer')
  t.match(await revise(uuidv7(), body), { status: 404 }, 'one that is not there')
  const { question: skipped } = (await sitting.answer(sitting.question, null)).body
  t.match(await revise(skipped.id, { ...body, expectedRevision: skipped.revision }), { status: 404 }, 'a skipped one')
  const { id } = await addImportedAnswer(context)
  t.match(await foreign.revise(id, body), { status: 404 }, "another artist's")
})

t.test('answers of every origin can be revised', async (t) => {
  const context = await createTestContext(t)
  const { revise, versions } = createResponsesClient(context)
  const imported = await addImportedAnswer(context)
  const revised = await revise(imported.id, { expectedRevision: imported.revision, answer: 'In the new mill.' })
  t.match(revised, { status: 200, body: { response: { source: 'import', sitting: null, offeredAt: null } } })
  t.strictSame(
    (await versions(imported.id)).body.versions.map((version: Loose) => version.savedAt),
    [revised.body.response.answerUpdatedAt, null],
    'when an imported wording was saved is not known',
  )
})

t.test('the edit, its version, its event and the Lore job are committed together', async (t) => {
  const context = await createTestContext(t)
  const { question } = await answerFirstQuestion(context)
  const before = await readAllRows(context)
  const { response } = (
    await createResponsesClient(context).revise(question.id, {
      expectedRevision: question.revision,
      answer: 'With a bell.',
      note: 'The bell',
    })
  ).body
  const after = await readAllRows(context)
  t.equal(after.versions.length, before.versions.length + 1)
  const events = await readCheckedTrail(t, context)
  t.equal(events.length, before.events.length + 1)
  t.match(events.at(-1), {
    action: 'answer.revised',
    subject: `entry:${question.id}`,
    revision: response.revision,
    actor: 'owner',
    details: { number: 2, note: 'The bell' },
  })
  t.equal(events.at(-1)?.at.toISOString(), response.answerUpdatedAt)
  t.strictSame(before.jobs, [])
  t.match(after.jobs, [{ kind: 'lore_refresh', state: 'pending', requests: 1 }])
})

t.test('when the Lore refresh cannot be queued, nothing of the edit is saved', async (t) => {
  const context = await createTestContext(t)
  const { question } = await answerFirstQuestion(context)
  const before = await readAllRows(context)
  await context.database.pool.query('alter table artist_research_jobs add constraint no_room check (false) not valid')
  const { revise } = createResponsesClient(context)
  const body = { expectedRevision: question.revision, answer: 'Never saved.' }
  t.match(await revise(question.id, body), { status: 500, body: { code: 'internal' } })
  t.strictSame(await readAllRows(context), before, '0 versions, 0 events, 0 changes')
  await context.database.pool.query('alter table artist_research_jobs drop constraint no_room')
  t.equal((await revise(question.id, body)).status, 200, 'and the same request passes once it can be')
})
