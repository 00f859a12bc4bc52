import t from 'tap'
import { validate, version } from 'uuid'
import { newUuid } from '#src/runtime/uuid.ts'

t.test('identifiers are of version 7, and lie in the order they were made', async (t) => {
  const before = Date.now()
  const made = Array.from({ length: 5_000 }, () => newUuid())
  t.ok(made.every((id) => validate(id) && version(id) === 7))
  t.same(made, [...new Set(made)].sort(), 'each greater than the one before it')
  const at = Number.parseInt((made[0] as string).replaceAll('-', '').slice(0, 12), 16)
  t.ok(at >= before && at <= Date.now(), 'they begin with the moment they were made at')
})

t.test('a clock that is put back makes none that lies before', async (t) => {
  const [real, earlier] = [Date.now, newUuid()]
  t.teardown(() => {
    Date.now = real
  })
  Date.now = () => real() - 60_000
  t.ok(newUuid() > earlier)
})

t.test('what is not the moment and the count is random', async (t) => {
  const ends = Array.from({ length: 2_000 }, () => newUuid().slice(-12))
  t.equal(new Set(ends).size, ends.length)
})
