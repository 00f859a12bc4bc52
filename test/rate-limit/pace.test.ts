import t from 'tap'
import { createPace } from '#src/http/rate-limit/pace.ts'
import { createTestContext } from '../support/test-context.ts'

t.test('so many at once wait for nothing, the next ones for those before them, up to the longest wait', (t) => {
  let now = 1_000
  t.intercept(performance, 'now', { value: () => now })
  const pace = createPace({ perSecond: 10, atOnce: 2, waitMsMax: 250 })
  t.same(['a', 'a', 'a', 'b', 'a', 'a', 'a'].map(pace), [0, 0, 100, 0, 200, 250, 250], 'each key by itself')
  now += 449
  t.same([pace('a'), pace('a')], [0, 1])
  now += 300
  t.same([pace('a'), pace('a'), pace('a')], [0, 0, 100])
  t.end()
})

t.test('of a caller a hundred requests begin at once and two hundred in a second, of a forger as well', async (t) => {
  const context = await createTestContext(t, { RATE_ANONYMOUS_PER_MINUTE: '10', RATE_CALLER_PER_MINUTE: '6000' })
  const path = `/api/artist/${context.artistId}/interview/session`
  const measure = async (subject: string | null, headers: Record<string, string> = {}) => {
    const startedMs = performance.now()
    const read = () => context.call(subject, 'GET', path, undefined, headers)
    const answers = await Promise.all(Array.from({ length: 160 }, read))
    t.ok(performance.now() - startedMs >= 290)
    return [...new Set(answers.map(({ status }) => status))].toSorted()
  }
  t.same(await measure(null, { authorization: 'Bearer forged' }), [401, 429])
  t.same(await measure('stranger'), [403])
})
