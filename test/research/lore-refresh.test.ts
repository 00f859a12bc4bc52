import t from 'tap'
import { offerFirstQuestion } from '../sessions/interview.ts'
import { readCheckedTrail } from '../sessions/trail.ts'
import { createTestContext, type Loose } from '../support/test-context.ts'
import { checkLore, listLoreVersions } from './lore-versions.ts'
import { advanceUntilIdle } from './slices.ts'

const answer = 'We kept the first take because Tomas laughed in the middle of it.'

t.test('a finished sitting is in the Lore once its job is done: cited exactly, with its event', async (t) => {
  const context = await createTestContext(t)
  const sitting = await offerFirstQuestion(context)
  const { question } = (await sitting.answer(sitting.question, answer)).body
  await sitting.finish(sitting.session)
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
