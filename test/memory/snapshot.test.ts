import t from 'tap'
import { computeMemoryRevision } from '#src/text/revisions.ts'
import { answerFirstQuestion, createResponsesClient } from '../responses/answers.ts'
import { addImportedAnswer, addLegacyOffer, createInterviewClient } from '../sessions/interview.ts'
import { createTestContext } from '../support/test-context.ts'
import { addCorrection, buildBoundaryOn, createMemoryClient } from './memory.ts'
import { readMemorySnapshot } from './read-snapshot.ts'

t.test(
  'the snapshot is the revision of the latest answer, all corrections and the boundaries that apply',
  async (t) => {
    const context = await createTestContext(t)
    const { artistId, db } = context
    const nothing = { artistId, sitting: 1, latestAnswer: null, corrections: [], boundaries: [] }
    t.equal(
      (await readMemorySnapshot(db, artistId, 1)).snapshotId,
      computeMemoryRevision(nothing),
      'of nothing as well',
    )

    const { question } = await answerFirstQuestion(context)
    const corrections = [await addCorrection(context), await addCorrection(context, { correction: null })]
    const { save, memory } = createMemoryClient(context)
    const lasting = (await save(buildBoundaryOn(question))).body.boundary
    const passing = (await save(buildBoundaryOn(question, { scope: 'sitting' }))).body.boundary
    const latestAnswer = { entryId: question.id, revision: question.revision }
    const parts = {
      latestAnswer,
      corrections: corrections.map(({ id, revision }) => ({ correctionId: id, revision })),
      boundaries: [lasting, passing].map(({ id, revision }) => ({ boundaryId: id, revision })),
    }
    const snapshot = await readMemorySnapshot(db, artistId, 1)
    t.strictSame(snapshot, { snapshotId: computeMemoryRevision({ artistId, sitting: 1, ...parts }), ...parts })
    const next = { artistId, sitting: 2, ...parts, boundaries: parts.boundaries.slice(0, 1) }
    t.equal(
      (await readMemorySnapshot(db, artistId, 2)).snapshotId,
      computeMemoryRevision(next),
      'the passing one holds in its sitting',
    )
    t.match((await memory({ sitting: 1 })).body, { snapshotId: snapshot.snapshotId, latestAnswer })
  },
)

t.test('which changes move the snapshot, and which do not', async (t) => {
  const context = await createTestContext(t)
  const { save, retract } = createMemoryClient(context)
  const { question, ...sitting } = await answerFirstQuestion(context)
  let before = await snapshotId()
  async function snapshotId() {
    return (await readMemorySnapshot(context.db, context.artistId, 1)).snapshotId
  }
  async function moves(title: string, act: () => Promise<unknown>, expected = true) {
    await act()
    const after = await snapshotId()
    t.equal(after !== before, expected, `${title} ${expected ? 'moves' : 'leaves'} it`)
    before = after
  }
  const offer = async () => sitting.offer(sitting.session, 2, sitting.reference)
  const second = (await offer()).body.question
  await moves('an offer', offer, false)
  await moves('a skip', () => sitting.answer(second, null), false)
  await moves('a new source', () => context.addSource('Another source'), false)
  const revise = (answer: string) =>
    createResponsesClient(context).revise(question.id, { expectedRevision: question.revision, answer })
  await moves('a repeated answer', () => revise('We kept it because of the laugh.'), false)
  await moves('a revise', () => revise('Other words.'))
  await moves('a correction', () => addCorrection(context))
  const boundary = buildBoundaryOn(question)
  const saved = await save(boundary)
  await moves('a boundary', async () => saved)
  await moves('the same boundary again', () => save(boundary), false)
  await moves('its retraction', () => retract(saved.body.boundary))
  await moves('another retraction', () => retract(saved.body.boundary), false)
  await moves('a finish', () => sitting.finish(sitting.session), false)
  await addLegacyOffer(context, 'Who taught you?', '2025-06-20T16:30:00Z')
  const { restore, answer } = createInterviewClient(context)
  const [legacy] = (await restore()).body.legacyOffers
  await moves('an answer', () => answer(legacy, 'My aunt.'))
})

t.test('the latest answer is the wording that was saved last, whenever its question was offered', async (t) => {
  const context = await createTestContext(t)
  const { artistId, db } = context
  const old = await addImportedAnswer(context)
  const { question } = await answerFirstQuestion(context)
  t.equal((await readMemorySnapshot(db, artistId, 1)).latestAnswer?.entryId, question.id)
  const { response } = (
    await createResponsesClient(context).revise(old.id, {
      expectedRevision: old.revision,
      answer: 'It was the new mill.',
    })
  ).body
  t.strictSame((await readMemorySnapshot(db, artistId, 1)).latestAnswer, {
    entryId: old.id,
    revision: response.revision,
  })
})
