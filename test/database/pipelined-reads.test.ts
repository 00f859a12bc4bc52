import { sql } from 'kysely'
import t from 'tap'
import { readsMax, stuckAfterMs } from '#src/database/pipelined-reads.ts'
import { prepareQuery } from '#src/database/prepared-query.ts'
import { queryPipelined, runQuery } from '#src/database/query.ts'
import { toDatabaseProblem } from '#src/database/violations.ts'
import { freshDatabase, openPool as open, setRoleTimeouts } from '../support/database.ts'
import { queryOnce as askServer } from '../support/embedded.ts'
import { pollUntil } from '../support/until.ts'

const tenfold = prepareQuery((db, { n }: { n: number }) =>
  sql<{ n: number; pid: number }>`select ${n}::int * 10 as n, pg_backend_pid() as pid`.compile(db),
)
const divided = prepareQuery((db, { by }: { by: number }) => sql<{ n: number }>`select 1 / ${by}::int as n`.compile(db))
/** Waits as long as another session locks the row. */
const waiting = prepareQuery((db, { name }: { name: string }) =>
  sql`select name from held where name = ${name} for update`.compile(db),
)

const numbers = Array.from({ length: 100 }, (_, n) => n)
const failure = (work: Promise<unknown>) => work.catch((error: unknown) => error)

t.test('reads share a connection, few enough for each, and each gets its own rows', async (t) => {
  const { db, pool } = (await freshDatabase(t)).database
  const answers = await Promise.all(numbers.map((n) => queryPipelined(db, tenfold({ n }))))
  t.same(
    answers.map(([row]) => row?.n),
    numbers.map((n) => n * 10),
  )
  const shared = Map.groupBy(answers, ([row]) => row?.pid)
  t.same(
    Array.from(shared.values(), ({ length }) => length),
    [readsMax, readsMax, readsMax, readsMax, readsMax, readsMax, 4],
  )
  await pollUntil(() => pool.idleCount === shared.size)
  t.equal(pool.totalCount, shared.size, 'and each is released')
})

t.test('a later read shares a connection that has something to answer, and only then', async (t) => {
  const { db, pool } = (await freshDatabase(t)).database
  const slow = prepareQuery((db, { seconds }: { seconds: number }) =>
    sql<{ pid: number }>`select pg_backend_pid() as pid from pg_sleep(${seconds}::float8)`.compile(db),
  )
  let now = 0
  t.intercept(performance, 'now', { value: () => now })
  const quick = queryPipelined(db, tenfold({ n: 0 }))
  const first = queryPipelined(db, slow({ seconds: 0.1 }))
  now = stuckAfterMs - 1
  await quick
  // Since its last reply, and not since its opening, the connection is not taken for stuck.
  now = 2 * now
  const [[one], [two]] = [await queryPipelined(db, tenfold({ n: 1 })), await first]
  t.equal(one?.pid, two?.pid)
  await pollUntil(() => pool.idleCount === 1)
  t.equal(pool.totalCount, 1)
})

t.test('a failed query fails alone', async (t) => {
  const { db, pool } = (await freshDatabase(t)).database
  const outcomes = await Promise.allSettled(
    numbers.map((n) => (n % 3 === 0 ? queryPipelined(db, divided({ by: 0 })) : queryPipelined(db, tenfold({ n })))),
  )
  for (const [n, outcome] of outcomes.entries()) {
    if (n % 3 === 0) t.match(outcome, { status: 'rejected', reason: { code: '22012' } })
    else t.match(outcome, { status: 'fulfilled', value: [{ n: n * 10 }] })
  }
  const connections = pool.totalCount
  t.equal((await queryPipelined(db, tenfold({ n: 1 })))[0]?.n, 10)
  t.equal(pool.totalCount, connections, 'and its connection goes on')
})

t.test('when the session ends, every query in flight fails, and the next one gets another session', async (t) => {
  const { url } = await freshDatabase(t)
  await askServer(url, `create table held as select 'row' as name`)
  const { db } = open(t, url, { applicationName: 'pipeline' })
  await db.transaction().execute(async (holder) => {
    await runQuery(holder, waiting({ name: 'row' }))
    const all = [
      queryPipelined(db, waiting({ name: 'row' })),
      ...numbers.slice(1, readsMax).map((n) => queryPipelined(db, tenfold({ n }))),
    ]
    const outcomes = Promise.all(all.map(failure))
    const [blocked] = await pollUntil(async () => {
      const found = await askServer<{ pid: number }>(
        url,
        `select pid from pg_stat_activity where application_name = 'pipeline' and datname = current_database() and wait_event_type = 'Lock'`,
      )
      return found.length > 0 ? found : undefined
    }, 60_000)
    await askServer(url, `select pg_terminate_backend(${blocked?.pid})`)
    for (const error of await outcomes) t.match(toDatabaseProblem(error), { code: 'persistence_unavailable' })
    t.match(await queryPipelined(db, tenfold({ n: 4 })), [{ n: 40 }])
  })
})

t.test('a read bypasses a connection that has not answered for a while', async (t) => {
  const { url } = await freshDatabase(t)
  await askServer(url, `create table held as select 'row' as name`)
  const { db } = open(t, url, { timeouts: { lockMs: 60_000, statementMs: 60_000, queryMs: 60_000 } })
  let isFree = false
  const stuck = await db.transaction().execute(async (holder) => {
    await runQuery(holder, waiting({ name: 'row' }))
    const stuck = queryPipelined(db, waiting({ name: 'row' })).finally(() => {
      isFree = true
    })
    const later = performance.now() + stuckAfterMs
    t.intercept(performance, 'now', { value: () => later })
    t.same(
      (await queryPipelined(db, tenfold({ n: 1 }))).map(({ n }) => n),
      [10],
    )
    t.notOk(isFree)
    return { stuck }
  })
  t.same(await stuck.stuck, [{ name: 'row' }])
})

t.test('without a free connection every read fails in time, and the next ones run', async (t) => {
  const { url } = await freshDatabase(t)
  const { db } = open(t, url, { pool: { max: 1, waitMs: 1_000 } })
  const read = () => queryPipelined(db, tenfold({ n: 1 }))
  await db.transaction().execute(async (holder) => {
    await runQuery(holder, tenfold({ n: 1 }))
    for (const error of await Promise.all([read(), read(), read()].map(failure)))
      t.match(toDatabaseProblem(error), { code: 'persistence_unavailable' })
  })
  t.equal((await read())[0]?.n, 10)
})

t.test('a statement that the server cannot parse fails each of its queries, and the next ones run', async (t) => {
  const { db } = await freshDatabase(t)
  const ahead = prepareQuery((db, { n }: { n: number }) => sql`select * from not_there_yet where n = ${n}`.compile(db))
  for (let burst = 0; burst < 3; burst += 1) {
    const [first, ...more] = await Promise.all(
      numbers.slice(0, 5).map((n) => failure(queryPipelined(db, ahead({ n })))),
    )
    t.match(first, { code: '42P01' })
    for (const error of more) t.match(toDatabaseProblem(error), { code: 'persistence_unavailable' })
    t.match(await queryPipelined(db, tenfold({ n: 1 })), [{ n: 10 }])
  }
  await sql`create table not_there_yet (n int)`.execute(db)
  t.same(await queryPipelined(db, ahead({ n: 1 })), [])
})

t.test('only the statements of the code have a name, however many texts vary', async (t) => {
  const { db } = await freshDatabase(t)
  for (let columns = 1; columns <= 600; columns += 1)
    await sql`select ${sql.join(Array.from({ length: columns }, () => 1))}`.execute(db)
  const late = prepareQuery((db, { n }: { n: number }) => sql<{ n: number }>`select ${n}::int + 1 as n`.compile(db))
  const names = await db.connection().execute(async (one) => {
    await runQuery(one, late({ n: 1 }))
    return (await sql<{ sql: string }>`select statement as sql from pg_prepared_statements`.execute(one)).rows
  })
  t.same(names, [{ sql: late({ n: 1 }).sql }])
})

t.test('the only connection is free at once; behind a transaction pooler nothing is shared', async (t) => {
  const { url } = await freshDatabase(t)
  const alone = open(t, url, { pool: { max: 1 } })
  t.match(
    await Promise.all(numbers.map((n) => queryPipelined(alone.db, tenfold({ n })))),
    numbers.map((n) => [{ n: n * 10 }]),
  )
  t.equal(alone.pool.idleCount, 1)
  await setRoleTimeouts(url, '9s')
  const pooled = open(t, url, { pool: { transactionPooler: true } })
  const rows = (await Promise.all(numbers.map((n) => queryPipelined(pooled.db, tenfold({ n }))))).flat()
  t.ok(new Set(rows.map(({ pid }) => pid)).size > 1)
  t.same((await sql`select name from pg_prepared_statements`.execute(pooled.db)).rows, [])
})
