import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import t, { type Test } from 'tap'
import { loadConfig } from '#src/config.ts'
import { connect } from '#src/database/connect.ts'
import { openKeeper, togetherMax } from '#src/database/keeper.ts'
import { severalStatement } from '#src/database/several.ts'
import { statement } from '#src/database/statement.ts'
import { problemOf } from '#src/database/violations.ts'
import { freshDatabase } from '../helpers/database.ts'
import { ask } from '../helpers/embedded.ts'
import { silenceable } from '../helpers/silenceable.ts'
import { until } from '../helpers/until.ts'

type Kept = { n: number; transaction: string; pid: number }

const kept = sql`pg_current_xact_id()::text as transaction, pg_backend_pid() as pid`

/** Keeps a number; fails where it is there already (23505). */
const number = severalStatement((db, { n }: { n: number }, rows) =>
  (rows === undefined
    ? sql<Kept>`insert into numbers (n) values (${n}::int) returning n, ${kept}`
    : sql<Kept>`with given as ${rows}, added as (insert into numbers (n) select ${n} from given returning n, ${kept})
        select nth::int4, added.* from given join added on added.n = ${n}`
  ).compile(db),
)
/** The same in other words, once nobody else has the row. */
const later = severalStatement((db, { n }: { n: number }, rows) =>
  (rows === undefined
    ? sql<Kept>`with mine as (select from held for update) insert into numbers (n) select ${n}::int from mine returning n, ${kept}`
    : sql<Kept>`with given as ${rows}, mine as (select from held for update),
        added as (insert into numbers (n) select ${n} from given, mine returning n, ${kept})
        select nth::int4, added.* from given join added on added.n = ${n}`
  ).compile(db),
)
/** A number with what was said of it, by itself. */
const alone = statement((db, { n, of }: { n: number; of: Buffer }) =>
  sql<Kept>`insert into numbers (n, bytes) values (${n}::int, ${of}::bytea) returning n, ${kept}`.compile(db),
)

/** Whose request it is. */
const asking = new AsyncLocalStorage<number>()

async function keeping(t: Test, options: Partial<Parameters<typeof connect>[0]> = {}) {
  const { url } = await freshDatabase(t)
  await ask(url, 'create table numbers (n int primary key, bytes bytea); create table held as select 1 as one')
  const { pool: size, timeouts } = loadConfig({})
  const database = connect({ url, pool: size, timeouts, applicationName: 'keeper', ...options })
  t.teardown(() => database.close())
  const told: { sql: string; failed: unknown; by: number | undefined }[] = []
  const { keep } = openKeeper(database.pool, (options.pool ?? size).waitMs, (sql, tookMs, failure) => {
    if (!(tookMs >= 0)) throw new Error(`took ${tookMs} ms`)
    told.push({ sql, failed: (failure?.error as pg.DatabaseError | undefined)?.code, by: asking.getStore() })
  })
  const numbers = async () => (await ask<{ n: number }>(url, 'select n from numbers order by n')).map(({ n }) => n)
  return { url, keep, told, numbers, ...database }
}

const upTo = (count: number, from = 1) => Array.from({ length: count }, (_, at) => from + at)
const transactions = (rows: readonly Kept[][]) => new Set(rows.map(([row]) => row?.transaction)).size

/** Whoever waits for a row to be free. */
const waits = (url: string) => async () => {
  const found = await ask<{ pid: number }>(
    url,
    `select pid from pg_stat_activity where application_name = 'keeper' and wait_event_type = 'Lock'`,
  )
  return found.length > 0 ? found : undefined
}

t.test('those that come together are kept together, and each has its own answer', async (t) => {
  const { keep, told, numbers, pool } = await keeping(t)
  await Promise.all(upTo(8).map((n) => keep(number({ n }))))
  const rows = await Promise.all(upTo(100, 101).map((n) => keep(number({ n }))))
  t.same(
    rows.map(([row]) => row?.n),
    upTo(100, 101),
  )
  const most = Math.ceil(100 / togetherMax)
  t.ok(transactions(rows) <= most + 1, `in ${transactions(rows)} transactions`)
  t.ok(new Set(rows.map(([row]) => row?.pid)).size <= 2, 'over two connections')
  t.same(await numbers(), [...upTo(8), ...upTo(100, 101)])
  t.ok(told.length <= 8 + most + 1, 'and what is done for many is told once')
  await until(() => pool.idleCount === pool.totalCount)
  t.pass('the connections are given back')
})

t.test('one that comes alone is a statement of its own, and is told as its own', async (t) => {
  const { keep, told } = await keeping(t)
  const rows: Kept[][] = []
  for (const n of upTo(4)) rows.push(await asking.run(n, () => keep(number({ n }))))
  t.equal(transactions(rows), 4)
  t.same(
    told.map(({ sql, by }) => [sql.includes('unnest'), by]),
    upTo(4).map((n) => [false, n]),
  )
})

t.test('those of another wording have a turn of their own, in the order in which they came', async (t) => {
  const { keep, numbers } = await keeping(t)
  const ask = (n: number) =>
    keep(n % 3 === 0 ? alone({ n, of: Buffer.from([n]) }) : n % 3 === 1 ? later({ n }) : number({ n }))
  const rows = await Promise.all(upTo(60).map(ask))
  t.same(
    rows.map(([row]) => row?.n),
    upTo(60),
  )
  t.same(await numbers(), upTo(60))
  const of = (rest: number) => transactions(rows.filter((_, at) => (at + 1) % 3 === rest))
  t.equal(of(0), 20, 'one that cannot be several is a statement each time')
  t.ok(of(1) <= 4 && of(2) <= 4, `${of(1)}, ${of(2)}`)
})

t.test('what one finds nothing to do for is nothing, and the others have their rows', async (t) => {
  const { url, keep } = await keeping(t)
  await ask(url, 'insert into numbers select n from generate_series(1, 40) as n')
  const removed = severalStatement((db, { n }: { n: number }, rows) =>
    (rows === undefined
      ? sql<{ n: number }>`delete from numbers where n = ${n}::int returning n`
      : sql<{
          n: number
        }>`with given as ${rows}, gone as (delete from numbers using given where n = ${n} returning n, nth)
          select nth::int4, n from gone`
    ).compile(db),
  )
  const rows = await Promise.all(upTo(40).map((n) => keep(removed({ n: n % 4 === 0 ? n + 1_000 : n }))))
  t.same(
    rows.map(([row]) => row?.n),
    upTo(40).map((n) => (n % 4 === 0 ? undefined : n)),
  )
})

t.test('what the server refuses of one is refused of that one alone', async (t) => {
  const { keep, told, numbers } = await keeping(t)
  await Promise.all(upTo(4).map((n) => keep(number({ n }))))
  const some = upTo(40, 3)
  const outcomes = await Promise.allSettled(some.map((n) => keep(number({ n }))))
  for (const [at, outcome] of outcomes.entries()) {
    const n = some[at] ?? 0
    if (n <= 4) t.match(outcome, { status: 'rejected', reason: { code: '23505' } }, `${n}`)
    else t.match(outcome, { status: 'fulfilled', value: [{ n }] }, `${n}`)
  }
  // Once more in the middle of those that wait.
  const middle = [50, 51, 52, 53, 54, 4, 55, 56]
  const again = await Promise.allSettled(middle.map((n) => asking.run(n, () => keep(number({ n })))))
  t.same(
    again.map(({ status }) => status === 'fulfilled'),
    middle.map((n) => n !== 4),
  )
  t.same(await numbers(), [...upTo(42), ...upTo(7, 50)])
  const refused = told.filter(({ failed }) => failed === '23505')
  t.same(refused.at(-1), { sql: number({ n: 4 }).query.sql, failed: '23505', by: 4 }, 'and is told as its own')
  t.match(
    await Promise.all(upTo(8, 80).map((n) => keep(number({ n })))),
    upTo(8, 80).map((n) => [{ n }]),
  )
  t.ok(told.at(-1)?.sql.includes('unnest'), 'those who come later are kept together again')
})

t.test('a deferred refusal, which comes with the commit, is of nobody but the one it belongs to', async (t) => {
  const { url, keep, numbers } = await keeping(t)
  await ask(
    url,
    `create function no_seven() returns trigger language plpgsql as $$ begin
       if new.n = 7 then raise exception 'no' using errcode = '23514'; end if; return null; end $$;
     create constraint trigger no_seven after insert on numbers deferrable initially deferred for each row execute function no_seven()`,
  )
  await Promise.all(upTo(2).map((n) => keep(number({ n }))))
  const outcomes = await Promise.allSettled(upTo(6, 3).map((n) => keep(number({ n }))))
  t.same(
    outcomes.map(({ status }) => status),
    upTo(6, 3).map((n) => (n === 7 ? 'rejected' : 'fulfilled')),
  )
  t.same(await numbers(), [1, 2, 3, 4, 5, 6, 8])
})

t.test('every text comes back as it was given, whoever it is kept with', async (t) => {
  const { url, keep } = await keeping(t)
  await ask(url, 'create table words (nth int, word text)')
  const said = severalStatement((db, { nth: n, word }: { nth: number; word: string | null }, rows) =>
    (rows === undefined
      ? sql<{ word: string | null }>`insert into words values (${n}::int, ${word}::text) returning word`
      : sql<{
          word: string | null
        }>`with given as ${rows}, added as (insert into words select ${n}, ${word} from given returning nth, word)
          select given.nth::int4, added.word from given join added on added.nth = ${n}`
    ).compile(db),
  )
  const words = [
    '',
    'null',
    'NULL',
    null,
    '"',
    '\\',
    '\\"',
    '{a,b}',
    '{}',
    ',',
    ' ',
    '\n',
    '\r\n',
    '\t x ',
    "it's",
    '𝄞𝄞',
    'e\u0301',
    '\u00e9',
    '\u202eabc',
    '\ufffe',
    '$1',
    '\\x41',
    'x'.repeat(2_000),
  ]
  const heard = await Promise.all(words.map((word, at) => keep(said({ nth: at, word }))))
  t.same(
    heard.map(([row]) => row?.word),
    words,
  )
})

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

t.test('a statement whose columns have changed is refused, and those who ask for another are not', async (t) => {
  const { url, keep, numbers } = await keeping(t)
  const whole = severalStatement((db, { n }: { n: number }, rows) =>
    (rows === undefined
      ? sql<Kept>`insert into numbers (n) values (${n}::int) returning numbers.*`
      : sql<Kept>`with given as ${rows}, added as (insert into numbers (n) select ${n} from given returning numbers.*)
          select nth::int4, added.* from given join added on added.n = ${n}`
    ).compile(db),
  )
  const all = (from: number) =>
    Promise.allSettled(upTo(24, from).map((n) => keep(n % 2 === 0 ? whole({ n }) : number({ n }))))
  t.ok((await all(100)).every(({ status }) => status === 'fulfilled'))
  await ask(url, 'alter table numbers add column more int')
  for (const [at, outcome] of (await all(200)).entries()) {
    if (at % 2 === 1) t.match(outcome, { status: 'fulfilled' }, `${at}`)
  }
  for (const n of upTo(24, 200)) if (n % 2 === 1) t.ok((await numbers()).includes(n))
  t.ok((await all(300)).every(({ status }) => status === 'fulfilled'))
})

t.test('a value whose column has become another type is kept', async (t) => {
  const { url, keep, told, pool } = await keeping(t)
  const noted = severalStatement((db, { n, note }: { n: number; note: string }, rows) =>
    (rows === undefined
      ? sql<Kept>`insert into notes (n, note) select ${n}::int, ${note} returning n`
      : sql<Kept>`with given as ${rows}, added as (insert into notes (n, note) select ${n}, ${note} from given returning n)
          select nth::int4, added.* from given join added on added.n = ${n}`
    ).compile(db),
  )
  const all = (from: number) => Promise.all(upTo(12, from).map((n) => keep(noted({ n, note: `${n}` }))))
  await ask(url, 'create table notes (n int, note text)')
  await all(1)
  await ask(url, 'alter table notes alter column note type bigint using note::bigint')
  // A session holds to the types that its statements were prepared with.
  await ask(url, `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'keeper'`)
  await until(() => pool.totalCount === 0)
  const before = told.length
  await all(21)
  t.same(await ask(url, 'select count(*)::int as count, sum(note)::int as sum from notes'), [
    { count: 24, sum: upTo(12).reduce((sum, n) => sum + n) + upTo(12, 21).reduce((sum, n) => sum + n) },
  ])
  t.ok(told.length - before > 12, 'each by itself, once')
  const then = told.length
  await all(41)
  t.ok(told.length - then <= 3, 'and together from then on')
})

t.test('those who were undone with another find their rows free', async (t) => {
  const { url, keep } = await keeping(t)
  await ask(
    url,
    'create table heads (id int primary key, at int not null); insert into heads select n, 0 from generate_series(1, 16) as n',
  )
  const moved = severalStatement((db, { n, by }: { n: number; by: number }, rows) => {
    const free = (from: RawBuilder<unknown>) =>
      sql`free as (select heads.id ${from} for no key update of heads skip locked),
        moved as (update heads set at = at + 6 / each.by from free as each where heads.id = each.id returning heads.id)`
    return (
      rows === undefined
        ? sql<{
            id: number
          }>`with ${free(sql`, ${by}::int as by from heads where id = ${n}::int`)} select id from moved`
        : sql<{
            id: number
          }>`with given as ${rows}, ${free(sql`, ${by} as by from given join heads on heads.id = ${n}`)}
            select nth::int4, id from moved join given on id = ${n}`
    ).compile(db)
  })
  await Promise.all(upTo(4).map((n) => keep(moved({ n, by: 6 }))))
  for (const bad of [5, 9, 15]) {
    const outcomes = await Promise.allSettled(upTo(16).map((n) => keep(moved({ n, by: n === bad ? 0 : 6 }))))
    for (const [at, outcome] of outcomes.entries()) {
      if (at + 1 === bad) t.match(outcome, { status: 'rejected', reason: { code: '22012' } })
      else t.match(outcome, { status: 'fulfilled', value: [{ id: at + 1 }] }, `${at + 1} beside ${bad}`)
    }
  }
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
