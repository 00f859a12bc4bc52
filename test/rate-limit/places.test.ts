import t from 'tap'
import { createConcurrencyLimiter } from '#src/http/rate-limit/places.ts'

const takeAll = ({ take }: ReturnType<typeof createConcurrencyLimiter>, caller: string) => {
  let count = 0
  while (take(caller) === 'taken') count += 1
  return count
}

t.test('one caller gets half of the permits, and each further one its share of the rest', async (t) => {
  const places = createConcurrencyLimiter(400)
  t.equal(takeAll(places, 'a'), 200)
  t.equal(places.take('a'), 'share')
  t.equal(takeAll(places, 'b'), 100)
  t.equal(takeAll(places, 'c'), 50)
  for (let lone = 0; lone < 50; lone += 1) t.equal(places.take(`lone ${lone}`), 'taken')
  t.equal(places.take('one more'), 'full')
})

t.test('a released permit is available to any caller', async (t) => {
  const places = createConcurrencyLimiter(1)
  for (const caller of ['a', 'b', 'a', 'a']) {
    t.equal(places.take(caller), 'taken')
    t.equal(places.take('another'), 'full')
    places.refund(caller)
  }
})
