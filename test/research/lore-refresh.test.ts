import t from 'tap'
import { buildBoundaryOn, createMemoryClient } from '../memory/memory.ts'
import { offerFirstQuestion } from '../sessions/interview.ts'
import { readCheckedTrail } from '../sessions/trail.ts'
import { createTestContext, type Loose, type TestContext } from '../support/test-context.ts'
import { checkLore, listLoreVersions, refreshLore } from './lore-versions.ts'
import { advanceUntilIdle } from './slices.ts'

const answer = 'We kept the first take because Tomas laughed in the middle of it.'

/** A finished sitting with one answer, whose Lore has not been composed yet. */
async function finishSitting(context: TestContext, said = answer) {
  const sitting = await offerFirstQuestion(context)
  const question = (await sitting.answer(sitting.question, said)).body.question
  await sitting.finish(sitting.session)
  return { ...sitting, question }
}

t.test('a finished sitting is in the Lore once its job is done: cited exactly, with its event', async (t) => {
  const context = await createTestContext(t)
  const { question } = await finishSitting(context)
  t.same(await listLoreVersions(context), [], 'the finish itself composes nothing')
  const slices = await advanceUntilIdle(context)
  t.match(slices.at(-1), { status: 'ok', ran: true, kind: 'lore_refresh', done: true, waiting: false })
  t.ok(slices.slice(0, -1).every(({ done }) => !done))
  const [version, ...more] = await listLoreVersions(context)
  t.same(more, [])
  t.match(version?.text, answer)
  t.match(((version?.citations ?? []) as Loose[]).at(-1), {
    kind: 'answer',
    id: question.id,
    revision: question.revision,
  })
  t.match(version, { job_id: slices[0].jobId, previous: null })
  await checkLore(t, context)
  const event = (await readCheckedTrail(t, context)).at(-1)
  t.match(event, { action: 'lore.published', subject: 'lore:1', revision: version?.revision, actor: null })
  t.same(event?.at, version?.created_at)
})

t.test('a bounded subject stays out until the boundary is retracted', async (t) => {
  const context = await createTestContext(t)
  const { question } = await finishSitting(context, 'My brother Tomas laughed in the middle of the first take.')
  await context.addSource('Mara Quill’s brother had drummed on every record of the nineties.')
  await context.addSource('Mara Quill recorded Salt Harbour in a boathouse in Bergen, in two weeks of rain.')
  t.match(await refreshLore(context), /brother[\s\S]*brother/)
  const { save, retract } = createMemoryClient(context)
  const { boundary } = (await save(buildBoundaryOn(question, { wording: 'Nothing about my brother, please.' }))).body
  const without = await refreshLore(context)
  t.notMatch(without, /brother|Tomas/i)
  t.match(without, /boathouse/)
  await retract(boundary)
  t.match(await refreshLore(context), /brother/)
  await checkLore(t, context)
})
