import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { buildApp } from '#src/app.ts'
import { createReadinessCheck } from '#src/runtime/readiness.ts'
import { createTestContext } from '../support/test-context.ts'

t.test('storage is checked once a second, however many readiness probes there are', async (t) => {
  const { config, db } = await createTestContext(t)
  let evaluations = 0
  let reason: string | undefined
  const isReady = async () => {
    evaluations += 1
    return reason
  }
  const app = await buildApp(config, { db, newId: () => uuidv7(), providers: {} }, isReady)
  t.teardown(() => app.close())
  let now = performance.now()
  t.intercept(performance, 'now', { value: () => now })
  const statuses = async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => app.inject('/ready')))
    return [...new Set(answers.map(({ statusCode }) => statusCode))]
  }
  t.same(await statuses(), [200])
  reason = 'Storage does not answer'
  t.same(await statuses(), [200], 'within the second')
  t.equal(evaluations, 1)
  now += 1_000
  t.same(await statuses(), [503])
  t.equal(evaluations, 2)
})

t.test('the reason names the code of a failure, and nothing else of it', async (t) => {
  const failWith = (code: unknown) => {
    const get = () => {
      throw Object.assign(new Error('password mill'), { code })
    }
    return createReadinessCheck(new Proxy({}, { get }) as never)()
  }
  t.equal(await failWith('ECONNREFUSED'), 'Storage does not answer (ECONNREFUSED)')
  for (const code of ['password mill', 1_234_567, undefined])
    t.equal(await failWith(code), 'Storage does not answer', String(code))
})

t.test('a given observer of slices is the one that is used', async (t) => {
  const { config, db } = await createTestContext(t)
  const observer = { observeClaim: () => {}, observeEnd: () => {} }
  const app = await buildApp(config, { db, newId: () => uuidv7(), providers: {}, observer }, async () => undefined)
  t.teardown(() => app.close())
  t.equal(app.resources.observer, observer)
})
