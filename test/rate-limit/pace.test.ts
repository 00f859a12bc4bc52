import t from 'tap'
import { createPace } from '#src/http/rate-limit/pace.ts'
import { createTestContext } from '../support/test-context.ts'

t.test('of a crowd each waits for those before it, up to the longest wait; another key does not', (t) => {
  let now = 1_000
  t.intercept(performance, 'now', { value: () => now })
  const pace = createPace({ perSecond: 10, waitMsMax: 250 })
  t.same(['a', 'a', 'b', 'a', 'a', 'a'].map(pace), [0, 100, 0, 200, 250, 250])
  now += 349
  t.equal(pace('a'), 1)
  now += 101
  t.equal(pace('a'), 0)
  t.end()
})

t.test('refusals of one caller are answered at most a hundred a second, whatever they say', async (t) => {
  const context = await createTestContext(t, { RATE_ANONYMOUS_PER_MINUTE: '10' })
  const path = `/api/artist/${context.artistId}/interview/session`
  const readThirty = async (subject: string | null, headers: Record<string, string> = {}) => {
    const startedMs = performance.now()
    const read = () => context.call(subject, 'GET', path, undefined, headers)
    const answers = await Promise.all(Array.from({ length: 30 }, read))
    t.ok(performance.now() - startedMs >= 290)
    return [...new Set(answers.map(({ status }) => status))].toSorted()
  }
  t.same(await readThirty(null, { authorization: 'Bearer forged' }), [401, 429])
  t.same(await readThirty('stranger'), [403])
})
