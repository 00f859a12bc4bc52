import { sql } from 'kysely'
import t from 'tap'
import { type Change, change } from '#src/database/change/change.ts'
import type { Leaves } from '#src/database/change/remembered.ts'
import { statement } from '#src/database/statement.ts'
import { ask } from '../support/embedded.ts'
import { counters, failing, failure, locked, moved, read, ways } from './counters.ts'

const leaves: Leaves = {
  kept: { seq: 1, at: new Date(), previous: null, hash: 'a'.repeat(64) },
  changed: ['one', 'two'],
  left: [],
}

const addWhile = async <T>(changing: Change, name: string, working: () => T) => {
  const [[row]] = (await changing.under(locked({ name }), read({ name }))).rows
  const from = row?.n ?? Number.NaN
  await changing.inTurn()
  return await changing.keepWhile(moved({ name, from, to: from + 1 }), leaves, working)
}

for (const [way, dbOf] of Object.entries(ways)) {
  t.test(way, async (t) => {
    const { url, database, rows } = await counters(t)
    const db = dbOf(database)

    await t.test('what was worked out is answered where it was kept', async (t) => {
      t.equal(await change(db, 'one', (changing) => addWhile(changing, 'one', () => 'told')), 'told')
      t.equal(await rows(), '1 0, 1')
    })

    await t.test('what was worked out for a change that has moved is answered to nobody', async (t) => {
      let times = 0
      const told = await change(db, 'one', async (changing) => {
        const [[row]] = (await changing.under(locked({ name: 'one' }), read({ name: 'one' }))).rows
        times += 1
        if (times === 1) await ask(url, `update counters set n = n + 10 where name = 'one'`)
        const from = row?.n ?? Number.NaN
        return await changing.keepWhile(moved({ name: 'one', from, to: from + 1 }), leaves, () => {
          if (times === 1) throw new Error('of no account')
          return from + 1
        })
      })
      t.equal(told, 12)
      t.equal(await rows(), '12 0, 2')
    })

    await t.test('what the work fails with is told, once it is known whether the change was kept', async (t) => {
      const mistake = new Error('mistaken')
      const failed = change(db, 'two', (changing) =>
        addWhile(changing, 'two', () => {
          throw mistake
        }),
      )
      t.equal(await failure(failed), mistake)
      t.equal(await rows(), '12 1, 3')
      t.equal(await change(db, 'two', (changing) => addWhile(changing, 'two', () => 'next')), 'next')
    })

    await t.test('a failure to keep is told, whatever the work has come to', async (t) => {
      for (const working of [
        () => 'told',
        () => {
          throw new Error('of no account')
        },
      ]) {
        const failed = change(db, 'one', async (changing) => {
          await changing.under(locked({ name: 'one' }))
          return await changing.keepWhile(failing({ state: '22003' }), leaves, working)
        })
        t.match(await failure(failed), { code: '22003' })
      }
      t.equal(await rows(), '12 2, 4')
    })
  })
}

t.test('the database keeps while the work is done', async (t) => {
  const { url, database } = await counters(t)
  await ask(url, 'create table kept (at timestamptz)')
  const keptNow = statement((db, _given: object) =>
    sql<object>`insert into kept values (clock_timestamp()) returning at`.compile(db),
  )
  let workedUntil = Number.NaN
  for (const _time of ['to open a connection', 'to find it at hand'])
    await change(database.db, 'one', async (changing) => {
      await changing.under(locked({ name: 'one' }), read({ name: 'one' }))
      await changing.inTurn()
      await changing.keepWhile(keptNow({}), leaves, () => {
        const until = performance.now() + 300
        while (performance.now() < until);
        workedUntil = Date.now()
      })
    })
  const [last] = await ask<{ at: Date }>(url, 'select at from kept order by at desc limit 1')
  t.ok(last !== undefined && last.at.getTime() < workedUntil - 150)
})
