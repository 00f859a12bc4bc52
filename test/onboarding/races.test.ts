import t from 'tap'
import { checkEntries, readCheckedTrail } from '../sessions/trail.ts'
import { createTestContext, type Loose } from '../support/test-context.ts'
import { createOnboardingClient } from './conversation.ts'

const callers = 10
const takeAtOnce = <T>(take: (number: number) => Promise<T>) =>
  Promise.all(Array.from({ length: callers }, (_, at) => take(at)))

t.test('of ten different answers at once one is saved, and the next question is offered once', async (t) => {
  const context = await createTestContext(t)
  const { take, reach } = createOnboardingClient(context)
  await reach('interview')
  const ends = await takeAtOnce(async (number) =>
    (await take({ type: 'interview_answer', questionKey: 'onboarding-1', answer: `Answer ${number}.` })).at(-1),
  )
  t.equal(ends.filter(({ kind }) => kind === 'step').length, 1)
  t.equal(ends.filter(({ kind, code }) => kind === 'error' && code === 'state_changed').length, callers - 1)
  t.equal((await context.db.selectFrom('response_versions').selectAll().execute()).length, 1)
  t.equal((await context.db.selectFrom('interview_entries').selectAll().execute()).length, 2)
  await checkEntries(t, context)
  await readCheckedTrail(t, context)
})

t.test('of ten pages published at once one is published, and the other turns get state_changed', async (t) => {
  const context = await createTestContext(t)
  const { take, reach, state } = createOnboardingClient(context)
  await reach('publish')
  const ends: Loose[] = await takeAtOnce(async (number) =>
    (
      await take({ type: 'publish', doc: `Page ${number}.`, about: `Bio ${number}.`, sources: [], expectedBio: null })
    ).at(-1),
  )
  const [complete] = ends.filter(({ kind }) => kind === 'complete')
  t.equal(ends.filter(({ kind }) => kind === 'complete').length, 1)
  t.equal(ends.filter(({ code, currentStep }) => code === 'state_changed' && currentStep === null).length, callers - 1)
  t.equal((await state()).steps.publish, complete.publishedAt)
  t.equal((await context.db.selectFrom('lore_versions').selectAll().execute()).length, 1)
  await readCheckedTrail(t, context)
})
