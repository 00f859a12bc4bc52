import t from 'tap'
import { createBulkhead } from '#src/http/rate-limit/bulkhead.ts'

const takeAll = ({ take }: ReturnType<typeof createBulkhead>, caller: string) => {
  let count = 0
  while (take(caller) === 'taken') count += 1
  return count
}

t.test('one caller gets half of the slots, and each further one its share of the rest', async (t) => {
  const slots = createBulkhead(400)
  t.equal(takeAll(slots, 'a'), 200)
  t.equal(slots.take('a'), 'caller_limit')
  t.equal(takeAll(slots, 'b'), 100)
  t.equal(takeAll(slots, 'c'), 50)
  for (let lone = 0; lone < 50; lone += 1) t.equal(slots.take(`lone ${lone}`), 'taken')
  t.equal(slots.take('one more'), 'full')
})

t.test('a released slot is available to any caller', async (t) => {
  const slots = createBulkhead(1)
  for (const caller of ['a', 'b', 'a', 'a']) {
    t.equal(slots.take(caller), 'taken')
    t.equal(slots.take('another'), 'full')
    slots.release(caller)
  }
})
