import { sql } from 'kysely'
import t from 'tap'
import { type Leaves, openMemory } from '#src/database/change/remembered.ts'
import { statement } from '#src/database/statement.ts'

const read = statement((db, { id, subject }: { id: string; subject: string }) =>
  sql<{ n: number }>`select ${id} as id, ${subject} as subject`.compile(db),
)
const readOtherwise = statement((db, { id }: { id: string }) => sql`select ${id} as other`.compile(db))

const asked = (id: string, subject = 'owner') => read({ id, subject })
const at = new Date('2026-11-22T10:00:00.000Z')

/** The event number `seq` of a trail, which follows the one before it. */
const kept = (seq: number, previous: string | null = `hash ${seq - 1}`) => ({ seq, at, previous, hash: `hash ${seq}` })

/** What a change of some things leaves, each of which stands as `n` then. */
const leaves = (seq: number, things: Record<string, number>, changed = Object.keys(things)): Leaves => ({
  kept: kept(seq),
  changed,
  left: Object.entries(things).map(([id, n]) => ({ asked: asked(id), about: [id], row: () => ({ n }) })),
})

function opened(t: { teardown: (end: () => void) => void }) {
  const clock = { now: 1_000 }
  const memory = openMemory({ now: () => clock.now })
  t.teardown(memory.close)
  return { clock, memory, heard: () => ({ at: at.getTime(), heard: clock.now }) }
}

t.test(
  'a statement is answered with what was left for it, the head, and the instant by the clock that was heard',
  async (t) => {
    const { memory, clock, heard } = opened(t)
    memory.keep('a', leaves(7, { one: 1 }), heard())
    clock.now += 250.7
    const row = { n: 1, audit_seq: 7, audit_head: 'hash 7', now: new Date('2026-11-22T10:00:00.250Z') }
    t.strictSame(memory.recall('a', asked('one')), {
      ...{ row, clock: { at: at.getTime(), heard: 1_000 } },
      hash: 'hash 7',
    })
    t.ok(memory.recall('a', asked('one')))
  },
)

t.test('nobody else’s words, no other values, no other artist', async (t) => {
  const { memory, heard } = opened(t)
  memory.keep('a', leaves(1, { one: 1 }), heard())
  t.equal(memory.recall('a', asked('two')), undefined)
  t.equal(memory.recall('a', asked('one', 'somebody else')), undefined)
  t.equal(memory.recall('a', readOtherwise({ id: 'one' })), undefined)
  t.equal(memory.recall('b', asked('one')), undefined)
  const nameless = { ...asked('one'), name: undefined }
  memory.keep('c', { ...leaves(1, {}), left: [{ asked: nameless, about: ['one'], row: () => ({ n: 1 }) }] }, heard())
  t.notOk(memory.recall('c', nameless), 'what has no name may be another statement')
})

t.test('what a change has not changed still stands, with the new head', async (t) => {
  const { memory, heard } = opened(t)
  memory.keep('a', leaves(1, { one: 1, two: 1 }), heard())
  memory.keep('a', leaves(2, { one: 2 }), heard())
  t.match(memory.recall('a', asked('one'))?.row, { n: 2, audit_seq: 2 })
  t.match(memory.recall('a', asked('two'))?.row, { n: 1, audit_seq: 2 })
  memory.keep('a', leaves(3, {}, ['two']), heard())
  t.match(memory.recall('a', asked('one'))?.row, { n: 2, audit_seq: 3 })
  t.equal(memory.recall('a', asked('two')), undefined)
})

t.test('nothing stands where the change followed another event than the remembered one', async (t) => {
  const { memory, heard } = opened(t)
  memory.keep('a', leaves(1, { one: 1, two: 1 }), heard())
  memory.keep('a', { ...leaves(2, { one: 2 }), kept: kept(2, 'the event of somebody else') }, heard())
  t.match(memory.recall('a', asked('one'))?.row, { n: 2 })
  t.equal(memory.recall('a', asked('two')), undefined)
})

t.test('what follows from what stood before is left where that was known', async (t) => {
  const { memory, heard } = opened(t)
  const more = (seq: number): Leaves => ({
    kept: kept(seq),
    changed: ['one'],
    left: [{ asked: asked('one'), about: ['one'], row: (before) => before && { n: (before as { n: number }).n + 1 } }],
  })
  memory.keep('a', more(1), heard())
  t.equal(memory.recall('a', asked('one')), undefined)
  memory.keep('a', leaves(2, { one: 5 }), heard())
  memory.keep('a', more(3), heard())
  t.match(memory.recall('a', asked('one'))?.row, { n: 6 })
})

t.test(
  'it is forgotten when it is told to be, a minute after the clock was heard, and where there are too many',
  async (t) => {
    const { memory, clock, heard } = opened(t)
    memory.keep('a', leaves(1, { one: 1 }), heard())
    memory.forget('a')
    t.notOk(memory.recall('a', asked('one')))

    const early = heard()
    memory.keep('a', leaves(1, { one: 1 }), early)
    clock.now += 59_999
    memory.keep('a', leaves(2, { one: 2 }), early)
    t.ok(memory.recall('a', asked('one')))
    clock.now += 1
    t.notOk(memory.recall('a', asked('one')), 'by a change that heard of no clock it lives no longer')
    memory.keep('a', leaves(3, { two: 3 }), heard())
    t.notOk(memory.recall('a', asked('one')), 'nor again by one that heard of one later')

    for (let at = 0; at < 201; at += 1) memory.keep(`artist ${at}`, leaves(1, { one: 1 }), heard())
    t.notOk(memory.recall('artist 0', asked('one')))
    t.ok(memory.recall('artist 1', asked('one')))
    t.equal([...memory.all()].length, 200)
    const many = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`thing ${at}`, at]))
    memory.keep('many', leaves(1, many), heard())
    t.equal([...memory.all()].filter(({ key }) => key === 'many').length, 32)

    memory.close()
    t.strictSame([...memory.all()], [])
    memory.keep('a', leaves(1, { one: 1 }), heard())
    t.strictSame([...memory.all()], [], 'closed is closed')
  },
)
