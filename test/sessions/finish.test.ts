import t from 'tap'
import { createTestContext, type TestContext } from '../support/test-context.ts'
import { offerFirstQuestion } from './interview.ts'

const listJobs = ({ db }: TestContext) => db.selectFrom('artist_research_jobs').select(['kind', 'requests']).execute()

t.test('sitting after sitting on one connection, each finish requests the one live refresh once more', async (t) => {
  // A server plans a named statement again for its first five runs and then keeps one plan: both must work.
  const context = await createTestContext(t, { DATABASE_POOL_MAX: '1' })
  for (let sitting = 1; sitting <= 12; sitting += 1) {
    const { session, question, answer, finish } = await offerFirstQuestion(context)
    await answer(question, `Take ${sitting} it was.`)
    t.match((await finish(session)).body.session, { sitting, state: 'finished' })
  }
  t.strictSame(await listJobs(context), [{ kind: 'lore_refresh', requests: 12 }])
})
