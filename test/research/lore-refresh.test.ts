import t from 'tap'
import { buildBoundaryOn, createMemoryClient } from '../memory/memory.ts'
import { createInterviewClient, offerFirstQuestion, passage } from '../sessions/interview.ts'
import { readCheckedTrail } from '../sessions/trail.ts'
import { buildCitation, createTestContext, type Loose, type TestContext } from '../support/test-context.ts'
import { checkLore, listLoreVersions, refreshLore } from './lore-versions.ts'
import { advanceUntilIdle, enqueue } from './slices.ts'

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

t.test('two refreshes without a change between them make one version', async (t) => {
  const context = await createTestContext(t)
  await finishSitting(context)
  await advanceUntilIdle(context)
  const before = await readCheckedTrail(t, context)
  const jobId = await enqueue(context, 'lore_refresh')
  const slices = await advanceUntilIdle(context)
  t.match(slices.at(-1), { jobId, done: true, progress: 'Composed Lore; it is the same as before' })
  t.equal((await listLoreVersions(context)).length, 1)
  t.same(await readCheckedTrail(t, context), before)
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

t.test('when nothing may be said, the Lore is empty, and the slice says so', async (t) => {
  const context = await createTestContext(t)
  await enqueue(context, 'lore_refresh')
  const [slice] = await advanceUntilIdle(context)
  t.match(slice, { done: true, progress: 'Composed empty Lore: there is nothing it could be made of' })
  t.match(await listLoreVersions(context), [{ number: 1, text: '', citations: { length: 0 } }])
})

t.test('the progress message of a slice has no text of the artist or of a source', async (t) => {
  const context = await createTestContext(t)
  const sitting = createInterviewClient(context)
  const source = await context.addSource(`${passage} The canary sings at Salt Harbour every morning.`, {
    title: 'Canary',
  })
  const { session } = (await sitting.start()).body
  const { question } = (await sitting.offer(session, 1, buildCitation(source, 'we kept the first take'))).body
  await sitting.answer(question, 'The canary is mine and it sings every morning at six.')
  await sitting.finish(session)
  const slices = await advanceUntilIdle(context)
  t.match((await listLoreVersions(context)).at(-1)?.text, /canary/)
  t.notMatch(JSON.stringify(slices), /canary/i)
})
