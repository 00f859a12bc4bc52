import t from 'tap'
import { Problem } from '#src/contract/problems/problem.ts'
import { change } from '#src/database/change/change.ts'
import { memoryOf } from '#src/database/change/remembered.ts'
import { unreadWhere } from '#src/database/change/unread.ts'
import { ask } from '../support/embedded.ts'
import { counters, failing, failure, hangingUp, locked, movedOrFailed, read } from './counters.ts'

t.test('on what is remembered nothing counts but what is kept', async (t) => {
  const { url, database, rows } = await counters(t)
  const { db } = database
  /**
   * Adds one to what it reads or remembers, as the change after `seq - 1` events; `refuse` may throw before it is kept.
   */
  const count = (seq: number, refuse: (n: number) => void = () => {}) => {
    const seen: number[] = []
    const counted = change(db, 'one', async (changing) => {
      const asked = read({ name: 'one' })
      const [[row]] = (await changing.under(locked({ name: 'one' }), asked)).rows
      const from = row?.n ?? Number.NaN
      seen.push(from)
      refuse(from)
      const kept = { seq, at: new Date(), previous: `${seq - 1}`, hash: `${seq}` }
      const left = [{ asked, about: ['one'], row: () => ({ n: from + 1 }) }]
      return await changing.keep(movedOrFailed({ name: 'one', from, to: from + 1 }), { kept, changed: ['one'], left })
    })
    return { seen, counted }
  }
  const answered = async ({ seen, counted }: ReturnType<typeof count>) => {
    const result = await failure(counted)
    return { seen, result }
  }

  await t.test('kept: it was decided once', async (t) => {
    t.match(await answered(count(1)), { seen: [0], result: [{ n: 1 }] })
    await ask(url, 'delete from moves')
    t.match(await answered(count(2)), { seen: [1], result: [{ n: 2 }] })
    t.equal(await rows(), '2 0, 1')
  })
  await t.test('refused: it is decided on what is read, and that is told', async (t) => {
    const refusal = new Problem('revision_changed')
    const refuse = () => {
      throw refusal
    }
    t.match(await answered(count(3, refuse)), { seen: [2, 2], result: refusal })
    await ask(url, `update counters set n = 10 where name = 'one'`)
    const unless10 = (n: number) => {
      if (n !== 10) throw refusal
    }
    t.match(await answered(count(3, unless10)), { seen: [2, 10], result: [{ n: 11 }] })
  })
  await t.test('answered without being kept: the same', async (t) => {
    const seen: unknown[] = []
    const result = await change(db, 'one', async (changing) => {
      const [[row]] = (await changing.under(locked({ name: 'one' }), read({ name: 'one' }))).rows
      seen.push(row?.n)
      await ask(url, `update counters set n = 20 where name = 'one'`)
      return row?.n
    })
    t.strictSame({ seen, result }, { seen: [11, 20], result: 20 })
  })
  await t.test('the same where it has waited for its turn already', async (t) => {
    const seen: unknown[] = []
    const result = await change(db, 'one', async (changing) => {
      const [[row]] = (await changing.under(locked({ name: 'one' }), read({ name: 'one' }))).rows
      await changing.inTurn()
      seen.push(row?.n)
      if (seen.length === 1) throw new Problem('revision_changed')
      return row?.n
    })
    t.strictSame({ seen, result }, { seen: [11, 20], result: 20 })
  })
  await t.test('refused by the server: the same', async (t) => {
    t.match(await answered(count(4)), { seen: [11, 20], result: [{ n: 21 }] })
  })
  await t.test('a connection that is lost: nobody knows, and nothing is tried again', async (t) => {
    await ask(url, hangingUp)
    t.match(await answered(count(5)), { seen: [21], result: { code: 'persistence_unavailable' } })
    await ask(url, 'drop trigger hang_up on counters')
    t.match(await answered(count(5)), { seen: [21], result: [{ n: 22 }] })
  })
  await t.test('refused for what another row would not mend: tried as often as on what is read', async (t) => {
    const tried = async (state: string, key: string) => {
      let times = 0
      const error = await failure(
        change(db, key, async (changing) => {
          times += 1
          const asked = read({ name: 'two' })
          await changing.under(locked({ name: 'two' }), asked)
          const kept = { seq: 1, at: new Date(), previous: null, hash: '1' }
          const left = [{ asked, about: ['two'], row: () => ({ n: 0 }) }]
          return await changing.keep(state === '' ? read({ name: 'two' }) : failing({ state }), {
            ...{ kept, left },
            changed: [],
          })
        }),
      )
      return { times, code: (error as { code?: string }).code }
    }
    for (const state of ['40001', '57014', '55P03', '53100']) {
      const onRead = await tried(state, `${state} that is read`)
      await tried('', `${state} that is remembered`)
      t.strictSame(await tried(state, `${state} that is remembered`), onRead, state)
    }
  })
  await t.test('a second reading: it is made, unless who keeps has said that he judges without it', async (t) => {
    /** What the change of a row that is remembered has read of another one. */
    const second = async (isJudgedByKeeping: boolean | undefined) => {
      await count(6).counted
      const other = read({ name: 'two' })
      const more = isJudgedByKeeping === undefined ? other : unreadWhere(isJudgedByKeeping, other)
      return await change(db, 'one', async (changing) => {
        const [first, others] = (await changing.under(locked({ name: 'one' }), read({ name: 'one' }), more)).rows
        const [row] = first
        await changing.keep(movedOrFailed({ name: 'one', from: row?.n ?? Number.NaN, to: 50 }))
        return others
      })
    }
    t.strictSame(await second(undefined), [{ n: 0 }])
    t.strictSame(await second(false), [{ n: 0 }])
    t.equal(await second(true), undefined)
    t.equal([...(memoryOf(db)?.all() ?? [])].filter(({ key }) => key === 'one').length, 0, 'that left nothing')
    t.match(await answered(count(7)), { seen: [50], result: [{ n: 51 }] })
  })
  await t.test('closed: nothing is remembered', async (t) => {
    t.equal([...(memoryOf(db)?.all() ?? [])].length, 1)
    await database.close()
    t.equal([...(memoryOf(db)?.all() ?? [])].length, 0)
  })
})
