import t from 'tap'
import { answerFirstQuestion, walk } from '../responses/answers.ts'
import { createTestContext } from '../support/test-context.ts'
import { buildBoundaryOn, createMemoryClient } from './memory.ts'

const stale = { status: 409, body: { code: 'cursor_stale' } }
const malformed = { status: 400, body: { code: 'invalid_request', error: /^query\.cursor: / } }

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

t.test('a cursor of the list is valid until a boundary of its sitting is drawn or retracted', async (t) => {
  const context = await createTestContext(t)
  const { question } = await answerFirstQuestion(context)
  const { save, retract, boundaries } = createMemoryClient(context)
  const saved = []
  for (let n = 0; n < 12; n += 1)
    saved.push((await save(buildBoundaryOn(question, { wording: `Not ${n}.` }))).body.boundary)
  const pages = await walk((query) => boundaries({ ...query, sitting: 2 }))
  t.strictSame(
    pages.map((page) => page.boundaries.length),
    [5, 5, 2],
  )
  t.strictSame(
    pages.flatMap((page) => page.boundaries),
    saved,
  )

  const cursor = pages[0].nextCursor
  const passing = await save(buildBoundaryOn(question, { scope: 'sitting' }))
  t.equal((await boundaries({ sitting: 2, cursor })).status, 200, 'one of another sitting leaves the cursor valid')
  t.match(await boundaries({ sitting: 1, cursor }), malformed, 'a cursor serves its own sitting')
  await retract(passing.body.boundary)
  t.equal((await boundaries({ sitting: 2, cursor })).status, 200)
  await retract(saved[11])
  t.match(await boundaries({ sitting: 2, cursor }), stale, 'one of its own retracted')
  const fresh = (await boundaries({ sitting: 2 })).body.nextCursor
  await save(buildBoundaryOn(question))
  t.match(await boundaries({ sitting: 2, cursor: fresh }), stale, 'one of its own saved')
})

const getId = ({ id }: { id: string }) => id
