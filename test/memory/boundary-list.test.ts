import t from 'tap'
import { answerFirstQuestion } from '../responses/answers.ts'
import { createTestContext } from '../support/test-context.ts'
import { buildBoundaryOn, createMemoryClient } from './memory.ts'

t.test('a boundary applies in the sittings that its scope names', async (t) => {
  const context = await createTestContext(t)
  const { question, ...sitting } = await answerFirstQuestion(context)
  const { save, boundaries } = createMemoryClient(context)
  const lasting = (await save(buildBoundaryOn(question))).body.boundary
  const passing = (await save(buildBoundaryOn(question, { scope: 'sitting' }))).body.boundary
  const idsIn = async (number: number) => (await boundaries({ sitting: number })).body.boundaries.map(getId)
  t.strictSame(await idsIn(1), [lasting.id, passing.id], 'the oldest first')
  t.strictSame(await idsIn(2), [lasting.id])

  await sitting.finish(sitting.session)
  await sitting.start()
  const drawnNow = (await save(buildBoundaryOn(question, { scope: 'sitting' }))).body.boundary
  t.equal(drawnNow.sitting, 2, 'on an earlier question it belongs to the sitting it is drawn in')
  t.strictSame(await idsIn(2), [lasting.id, drawnNow.id])
  t.strictSame(await idsIn(1), [lasting.id, passing.id])
})

const getId = ({ id }: { id: string }) => id
