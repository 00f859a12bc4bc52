import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import t from 'tap'
import { loadConfig } from '#src/config.ts'
import { connect } from '#src/database/connect.ts'
import { openKeeper } from '#src/database/keeper.ts'
import { severalStatement } from '#src/database/several.ts'
import { problemOf } from '#src/database/violations.ts'
import { ask } from '../support/embedded.ts'
import { silenceable } from '../support/silenceable.ts'
import { until } from '../support/until.ts'
import { keeping, later, number, upTo, waits } from './kept-numbers.ts'

t.test('whoever comes while others wait for a row does not wait with them', async (t) => {
  const { url, keep, numbers, db } = await keeping(t)
  await Promise.all([keep(later({ n: 1 })), keep(later({ n: 2 })), keep(number({ n: 3 })), keep(number({ n: 4 }))])
  await db.transaction().execute(async (holder) => {
    await sql`select from held for update`.execute(holder)
    const behind = [keep(later({ n: 5 })), keep(later({ n: 6 }))]
    await until(waits(url))
    await Promise.all(upTo(40, 100).map((n) => keep(number({ n }))))
    t.same(await numbers(), [1, 2, 3, 4, ...upTo(40, 100)])
    void Promise.allSettled(behind)
  })
  await until(async () => (await numbers()).length === 46)
  t.pass('and they are kept once it is free')
})

t.test('when the session is ended nobody knows what became of any, and the next one is kept', async (t) => {
  const { url, keep, numbers, db } = await keeping(t)
  await Promise.all(upTo(4).map((n) => keep(later({ n }))))
  await db.transaction().execute(async (holder) => {
    await sql`select from held for update`.execute(holder)
    let left = 6
    const failing = upTo(left, 5).map((n) =>
      keep(later({ n })).then(
        () => undefined,
        (error: unknown) => error,
      ),
    )
    const failures = failing.map((one) =>
      one.finally(() => {
        left -= 1
      }),
    )
    while (left > 0) {
      const blocked = await until(async () => (left > 0 ? await waits(url)() : []))
      for (const { pid } of blocked) await ask(url, `select pg_terminate_backend(${pid})`)
    }
    for (const error of await Promise.all(failures)) t.match(problemOf(error), { code: 'persistence_unavailable' })
  })
  t.same(await numbers(), upTo(4), 'of those that waited nothing is kept')
  t.match(await keep(number({ n: 77 })), [{ n: 77 }])
})

t.test('where no connection is to be had, those who wait are told so', async (t) => {
  const { pool: size, timeouts } = loadConfig({})
  const { keep, db, pool } = await keeping(t, { pool: { ...size, max: 1, waitMs: 200 }, timeouts })
  await db.transaction().execute(async (holder) => {
    await sql`select 1`.execute(holder)
    const outcomes = await Promise.allSettled(upTo(6).map((n) => keep(number({ n }))))
    t.ok(outcomes.every(({ status }) => status === 'rejected'))
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') t.match(problemOf(outcome.reason), { code: 'persistence_unavailable' })
    }
  })
  t.match(await keep(number({ n: 8 })), [{ n: 8 }])
  t.equal(pool.totalCount, 1)
})

t.test('those who keep without end leave the only connection to others as well', async (t) => {
  const { pool: size } = loadConfig({})
  const { keep, db } = await keeping(t, { pool: { ...size, max: 1 } })
  let isOver = false
  let next = 0
  const writers = upTo(8).map(async () => {
    while (!isOver) {
      next += 1
      await keep(number({ n: next }))
    }
  })
  for (const _read of upTo(20)) await sql`select 1`.execute(db)
  isOver = true
  await Promise.all(writers)
  t.ok(next > 0)
})

t.test('a server that falls silent is given up, and what it had is not known of', async (t) => {
  const { url, numbers } = await keeping(t)
  const line = await silenceable(t, url)
  const { pool: size, timeouts } = loadConfig({})
  const { pool, close } = connect({
    ...{ url: line.url, pool: size, timeouts: { ...timeouts, queryMs: 300 }, applicationName: 'silent' },
  })
  t.teardown(close)
  const { keep } = openKeeper(pool, 3_000)
  await Promise.all(upTo(4).map((n) => keep(number({ n }))))
  line.silence()
  const outcomes = await Promise.allSettled(upTo(6, 5).map((n) => keep(number({ n }))))
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') t.match(problemOf(outcome.reason), { code: 'persistence_unavailable' })
  }
  t.ok(outcomes.some(({ status }) => status === 'rejected'))
  const known = outcomes.flatMap(({ status }, at) => (status === 'fulfilled' ? [at + 5] : []))
  const rows = await numbers()
  t.ok(
    known.every((n) => rows.includes(n)),
    'and what was said to be kept is kept',
  )
})

t.test('when the pool is over, all are told', async (t) => {
  for (const count of [1, 2, 3, 40]) {
    const { keep, close } = await keeping(t)
    await close()
    const outcomes = await Promise.allSettled(upTo(count).map((n) => keep(number({ n }))))
    t.ok(
      outcomes.every(({ status }) => status === 'rejected'),
      `${count}`,
    )
  }
})

t.test('where connections are waited for in vain, whoever has waited is told, and the next one is kept', async (t) => {
  for (const count of [1, 2, 3, 40]) {
    const { keep, pool } = await keeping(t)
    const { connect } = pool
    let attempts = 0
    pool.connect = async () => {
      attempts += 1
      await sleep(300)
      throw new Error('timeout exceeded when trying to connect')
    }
    const began = performance.now()
    const outcomes = await Promise.allSettled(upTo(count).map((n) => keep(number({ n }))))
    t.ok(outcomes.every(({ status }) => status === 'rejected'))
    t.ok(performance.now() - began < 5_000, `${count}, after ${attempts} attempts`)
    t.ok(attempts < 12)
    pool.connect = connect
    t.match(await keep(number({ n: 1 })), [{ n: 1 }])
  }
})

t.test('a listener that fails costs nobody his answer but the connection', async (t) => {
  const { url, pool } = await keeping(t)
  let told = 0
  const { keep } = openKeeper(pool, 3_000, () => {
    told += 1
    if (told === 8) throw new Error('no ink')
  })
  const outcomes = await Promise.allSettled(upTo(20).map((n) => keep(number({ n }))))
  t.ok(outcomes.filter(({ status }) => status === 'rejected').length <= 1)
  t.same(await ask(url, 'select count(*)::int as count from numbers'), [{ count: 20 }])
  t.match(await keep(number({ n: 21 })), [{ n: 21 }])
  await until(() => pool.idleCount === pool.totalCount)
})

t.test('one whose row is held waits for it by himself, and the others are kept meanwhile', async (t) => {
  const { url, keep, db } = await keeping(t)
  await ask(
    url,
    'create table rows (id int primary key, at int not null); insert into rows select n, 0 from generate_series(1, 12) as n',
  )
  const moved = severalStatement((db, { n }: { n: number }, rows) =>
    (rows === undefined
      ? sql<{ id: number }>`update rows set at = at + 1 where id = ${n}::int returning id`
      : sql<{
          id: number
        }>`with given as ${rows} update rows set at = at + 1 from given where id = ${n} returning nth::int4, id`
    ).compile(db),
  )
  await Promise.all(upTo(4).map((n) => keep(moved({ n }))))
  const held = [3, 7]
  const began = performance.now()
  const { late, others } = await db.transaction().execute(async (holder) => {
    await sql`select from rows where id in (3, 7) for update`.execute(holder)
    const all = upTo(12).map((n) => keep(moved({ n })))
    const others = await Promise.all(all.filter((_, at) => !held.includes(at + 1)))
    return { late: all.filter((_, at) => held.includes(at + 1)), others }
  })
  t.ok(performance.now() - began < 2_000, 'long before a lock is given up')
  t.equal(others.length, 10)
  t.same(
    (await Promise.all(late)).flat().map(({ id }) => id),
    held,
    'and they are kept once it is free',
  )
  t.same(await ask(url, 'select sum(at)::int as sum from rows'), [{ sum: 16 }])
})

t.test('nobody waits for a connection for longer than one waits for it', async (t) => {
  const { pool: size } = loadConfig({})
  const { keep, db } = await keeping(t, { pool: { ...size, max: 1, waitMs: 400 } })
  const waits: number[] = []
  const one = async (n: number) => {
    const began = performance.now()
    const outcome = await keep(number({ n })).catch((error: unknown) => problemOf(error))
    waits.push(performance.now() - began)
    t.match(outcome, { code: 'persistence_unavailable' })
  }
  await db.transaction().execute(async (holder) => {
    await sql`select 1`.execute(holder)
    const all = []
    for (const n of upTo(6)) {
      all.push(one(n))
      await sleep(50)
    }
    await Promise.all(all)
  })
  t.ok(Math.max(...waits) < 700, `${waits.map(Math.round)} ms`)
  t.match(await keep(number({ n: 8 })), [{ n: 8 }])
})
