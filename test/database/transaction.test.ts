import { setImmediate } from 'node:timers/promises'
import { sql, type Transaction } from 'kysely'
import t, { type Test } from 'tap'
import { Problem } from '#src/contract/problems/problem.ts'
import { KeyedMutex } from '#src/database/keyed-mutex.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { transact } from '#src/database/transaction.ts'
import { freshDatabase } from '../support/database.ts'
import { queryOnce } from '../support/embedded.ts'

async function counters(t: Test) {
  const { url, db } = await freshDatabase(t)
  await queryOnce(url, 'create table counters (name text primary key, n int not null)')
  await queryOnce(url, `insert into counters values ('one', 0), ('two', 0)`)
  const add = (trx: Transaction<DB>, name: string) =>
    sql`update counters set n = n + 1 where name = ${name}`.execute(trx)
  const sums = async () =>
    (await queryOnce<{ n: number }>(url, 'select n from counters order by name')).map(({ n }) => n)
  return { url, db, add, sums }
}

t.test('commits what the work did, reads what others committed, and returns its result', async (t) => {
  const { db, add, sums } = await counters(t)
  const level = await transact(db, async (trx) => {
    await add(trx, 'one')
    return (await sql<{ level: string }>`select current_setting('transaction_isolation') as level`.execute(trx)).rows[0]
      ?.level
  })
  t.equal(level, 'read committed')
  t.same(await sums(), [1, 0])
})

t.test('a refusal rolls back and is thrown unchanged', async (t) => {
  const { db, add, sums } = await counters(t)
  const refusal = new Problem('not_found')
  const refused = transact(db, async (trx) => {
    await add(trx, 'one')
    throw refusal
  })
  t.equal(await refused.catch((error: unknown) => error), refusal)
  const defect = new TypeError('a defect')
  const failed = transact(db, async () => {
    throw defect
  })
  t.equal(await failed.catch((error: unknown) => error), defect, 'so does a defect')
  t.same(await sums(), [0, 0])
})

t.test('a failure is thrown unchanged, and not retried', async (t) => {
  const { db } = await counters(t)
  for (const state of ['40001', '23505']) {
    let attempts = 0
    const error = await transact(db, async (trx) => {
      attempts += 1
      await sql.raw(`do $$ begin raise exception 'failure' using errcode = '${state}'; end $$`).execute(trx)
    }).catch((caught: unknown) => caught)
    t.match(error, { code: state })
    t.equal(attempts, 1)
  }
})

/** Holders that note when they were granted the mutex. */
function holders(mutex: KeyedMutex) {
  const granted: string[] = []
  const acquire = async (key: string, name: string) => {
    const release = await mutex.acquire(key)
    granted.push(name)
    return release
  }
  return { granted, acquire }
}

t.test('a mutex is granted in the order of the requests', async (t) => {
  const mutex = new KeyedMutex(60_000)
  const { granted, acquire } = holders(mutex)
  const [first, second, third] = [acquire('a', 'first'), acquire('a', 'second'), acquire('a', 'third')]
  await setImmediate()
  t.strictSame(granted, ['first'])
  ;(await first)()
  ;(await second)()
  t.strictSame(granted, ['first', 'second'])
  ;(await third)()
  await acquire('a', 'fourth')
  t.strictSame(granted, ['first', 'second', 'third', 'fourth'], 'released, it is free at once')
})

t.test('holders of different keys do not wait for each other', async (t) => {
  const { granted, acquire } = holders(new KeyedMutex(60_000))
  await Promise.all([acquire('a', 'of a'), acquire('b', 'of b')])
  t.strictSame(granted, ['of a', 'of b'])
})

t.test('a request that times out leaves the queue, and those behind it still wait for the holder', async (t) => {
  const mutex = new KeyedMutex(20)
  const { granted, acquire } = holders(mutex)
  const release = await acquire('a', 'first')
  await t.rejects(acquire('a', 'second'), new Problem('persistence_unavailable'))
  const third = acquire('a', 'third')
  t.strictSame(granted, ['first'])
  release()
  await third
  t.strictSame(granted, ['first', 'third'])
})
