import { setImmediate } from 'node:timers/promises'
import t from 'tap'
import { Problem } from '#src/contract/problems/problem.ts'
import { takeTurns } from '#src/database/change/in-turn.ts'

/** Works that are begun when it is their turn and end when they are told to. */
function works(turns: ReturnType<typeof takeTurns>) {
  const told: string[] = []
  const ends = new Map<string, PromiseWithResolvers<void>>()
  /** Once this is answered, whoever may is at it. */
  const begun = () => setImmediate()
  const begin = (key: string, name: string) => {
    const end = Promise.withResolvers<void>()
    ends.set(name, end)
    const work = async () => {
      const through = await turns.take(key)
      try {
        told.push(name)
        await end.promise
        return name
      } finally {
        through()
      }
    }
    return work()
  }
  return {
    told,
    begin,
    begun,
    end: (name: string) => ends.get(name)?.resolve(),
    fail: (name: string) => ends.get(name)?.reject(new Error(name)),
  }
}

t.test('one after the other, in the order in which they came, whatever becomes of them', async (t) => {
  const turns = takeTurns(60_000)
  const { told, begin, begun, end, fail } = works(turns)
  const [first, second, third] = [begin('a', 'first'), begin('a', 'second'), begin('a', 'third')]
  t.equal(turns.isTaken('a'), true)
  await begun()
  t.strictSame(told, ['first'])
  fail('first')
  await t.rejects(first, { message: 'first' })
  end('third')
  end('second')
  t.equal(await second, 'second')
  t.equal(await third, 'third')
  t.strictSame(told, ['first', 'second', 'third'])
  await setImmediate()
  t.equal(turns.isTaken('a'), false, 'and nothing is kept of the line')
})

t.test('nobody waits for those who are at something else', async (t) => {
  const { told, begin, begun, end } = works(takeTurns(60_000))
  const both = [begin('a', 'of a'), begin('b', 'of b')]
  await begun()
  t.strictSame(told, ['of a', 'of b'])
  end('of a')
  end('of b')
  await Promise.all(both)
})

t.test('who has waited for too long gives up, and those behind him still wait for those in front', async (t) => {
  const { told, begin, end } = works(takeTurns(20))
  const [first, second] = [begin('a', 'first'), begin('a', 'second')]
  await t.rejects(second, new Problem('persistence_unavailable'))
  const third = begin('a', 'third')
  t.strictSame(told, ['first'])
  end('first')
  end('third')
  await Promise.all([first, third])
  t.strictSame(told, ['first', 'third'])
})

t.test('who is through is told whether somebody waits', async (t) => {
  const turns = takeTurns(60_000)
  const through = await turns.take('a')
  const next = turns.take('a')
  t.equal(through(), true)
  t.equal((await next)(), false)
})
