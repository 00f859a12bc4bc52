import t, { type Test } from 'tap'
import { createTestContext } from '../support/test-context.ts'
import { addImportedAnswer, createInterviewClient } from './interview.ts'

t.test('beyond the greatest number a start is 413 limit_exceeded', async (t) => {
  const { start, ...context } = await startable(t)
  await addImportedAnswer(context, { sitting: 2_147_483_647 })
  t.match(await start(), { status: 413, body: { code: 'limit_exceeded' } })
})

async function startable(t: Test) {
  const context = await createTestContext(t)
  return { ...context, ...createInterviewClient(context) }
}
