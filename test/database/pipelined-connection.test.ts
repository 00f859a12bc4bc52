import { sql } from 'kysely'
import t from 'tap'
import { prepareQuery } from '#src/database/prepared-query.ts'
import { queryPipelined, runQuery } from '#src/database/query.ts'
import { toDatabaseProblem } from '#src/database/violations.ts'
import { freshDatabase, openPool as open, setRoleTimeouts } from '../support/database.ts'
import { queryOnce as askServer } from '../support/embedded.ts'
import { pollUntil } from '../support/until.ts'
import { openProxy } from '../system/outage/proxy.ts'

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

t.test('any number of short reads at once share one connection, and each gets its own rows', async (t) => {
  const { db, pool } = (await freshDatabase(t)).database
  const answers = await Promise.all(numbers.map((n) => queryPipelined(db, tenfold({ n }))))
  t.same(
    answers.map(([row]) => row?.n),
    numbers.map((n) => n * 10),
  )
  t.equal(new Set(answers.map(([row]) => row?.pid)).size, 1)
  t.equal(pool.totalCount, 1)
  await pollUntil(() => pool.idleCount === 1)
  t.pass('which is released when no query is in flight')
})

t.test('a failed query fails alone', async (t) => {
  const { db } = (await freshDatabase(t)).database
  const outcomes = await Promise.allSettled(
    numbers.map((n) => (n % 3 === 0 ? queryPipelined(db, divided({ by: 0 })) : queryPipelined(db, tenfold({ n })))),
  )
  for (const [n, outcome] of outcomes.entries()) {
    if (n % 3 === 0) t.match(outcome, { status: 'rejected', reason: { code: '22012' } })
    else t.match(outcome, { status: 'fulfilled', value: [{ n: n * 10 }] })
  }
  t.match(outcomes[1], { value: await queryPipelined(db, tenfold({ n: 1 })) }, 'and the connection goes on')
})

t.test('when the session ends, every query in flight fails, and the next one gets another session', async (t) => {
  const { url } = await freshDatabase(t)
  await askServer(url, `create table held as select 'row' as name`)
  const { db } = open(t, url, { applicationName: 'pipeline' })
  await db.transaction().execute(async (holder) => {
    await runQuery(holder, waiting({ name: 'row' }))
    const all = [
      queryPipelined(db, waiting({ name: 'row' })),
      ...numbers.map((n) => queryPipelined(db, tenfold({ n }))),
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

t.test('a query during a blocked pipeline uses another connection', async (t) => {
  const { url } = await freshDatabase(t)
  await askServer(url, `create table held as select 'row' as name`)
  const { db } = open(t, url, { timeouts: { lockMs: 60_000, statementMs: 60_000, queryMs: 60_000 } })
  let isFree = false
  const stuck = await db.transaction().execute(async (holder) => {
    await runQuery(holder, waiting({ name: 'row' }))
    const stuck = queryPipelined(db, waiting({ name: 'row' })).finally(() => {
      isFree = true
    })
    let served = 0
    // The first of them join the pipeline as well; from some moment on they do not.
    await pollUntil(() => {
      void queryPipelined(db, tenfold({ n: 1 })).then(() => {
        served += 1
      })
      return served > 0
    }, 60_000)
    t.notOk(isFree)
    return { stuck }
  })
  t.same(await stuck.stuck, [{ name: 'row' }])
})

t.test('a slow pipeline is bypassed as well, and no query of a crowd waits for all the others', async (t) => {
  const { db } = (await freshDatabase(t)).database
  const slow = prepareQuery((db, { seconds }: { seconds: number }) =>
    sql<{ pid: number }>`select pg_backend_pid() as pid from pg_sleep(${seconds}::float8)`.compile(db),
  )
  const crowd = Array.from({ length: 150 }, () => queryPipelined(db, slow({ seconds: 0.01 })))
  const pids = new Set((await Promise.all(crowd)).flat().map(({ pid }) => pid))
  t.ok(pids.size > 1, `${pids.size} connections for a crowd that came in one moment`)

  let isOver = false
  const first = Array.from({ length: 40 }, () => queryPipelined(db, slow({ seconds: 0.05 })))
  const all = Promise.all(first).then(() => {
    isOver = true
  })
  await Promise.all(first.slice(0, 10))
  await queryPipelined(db, slow({ seconds: 0 }))
  t.notOk(isOver, 'a query after an old one uses another connection')
  await all
})

t.test('a statement that the server cannot parse fails each of its queries, and the next ones run', async (t) => {
  const { db } = (await freshDatabase(t)).database
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
  const { db } = (await freshDatabase(t)).database
  for (let columns = 1; columns <= 600; columns += 1)
    await sql`select ${sql.join(Array.from({ length: columns }, () => 1))}`.execute(db)
  const late = prepareQuery((db, { n }: { n: number }) => sql<{ n: number }>`select ${n}::int + 1 as n`.compile(db))
  const names = await db.connection().execute(async (one) => {
    await runQuery(one, late({ n: 1 }))
    return (await sql<{ sql: string }>`select statement as sql from pg_prepared_statements`.execute(one)).rows
  })
  t.same(names, [{ sql: late({ n: 1 }).sql }])
})

t.test('a slow statement is reported, and not those after it', async (t) => {
  const { url } = await freshDatabase(t)
  const reported: string[] = []
  const { db } = open(t, url, { slow: { ms: 200, report: ({ sql }) => reported.push(sql) } })
  const slow = prepareQuery((db, { seconds }: { seconds: number }) =>
    sql`select pg_sleep(${seconds}::float8)`.compile(db),
  )
  await queryPipelined(db, tenfold({ n: 1 }))
  await Promise.all([
    queryPipelined(db, slow({ seconds: 0.5 })),
    ...numbers.slice(0, 20).map((n) => queryPipelined(db, tenfold({ n }))),
  ])
  t.same(reported, ['select pg_sleep($1::float8)'])
})

t.test('the connection of an unresponsive server is closed, and no late response is taken for another', async (t) => {
  const { url } = await freshDatabase(t)
  const between = await openProxy(t, url)
  const { db } = open(t, between.url, { timeouts: { queryMs: 300 } })
  await queryPipelined(db, tenfold({ n: 1 }))
  between.silence()
  const errors = await Promise.all(numbers.map((n) => failure(queryPipelined(db, tenfold({ n })))))
  for (const error of errors) t.match(toDatabaseProblem(error) ?? error, { code: 'persistence_unavailable' })
  between.speak()
  const answers = await Promise.all(numbers.map((n) => queryPipelined(db, tenfold({ n }))))
  t.same(
    answers.map(([row]) => row?.n),
    numbers.map((n) => n * 10),
  )
})

t.test('the only connection of a pool is not leased, and behind a transaction pooler nothing is shared', async (t) => {
  const { url } = await freshDatabase(t)
  const alone = open(t, url, { pool: { max: 1 } })
  t.match(
    await Promise.all(numbers.map((n) => queryPipelined(alone.db, tenfold({ n })))),
    numbers.map((n) => [{ n: n * 10 }]),
  )
  t.equal(alone.pool.idleCount, 1, 'free at once')
  await setRoleTimeouts(url, '9s')
  const pooled = open(t, url, { pool: { transactionPooler: true } })
  const rows = (await Promise.all(numbers.map((n) => queryPipelined(pooled.db, tenfold({ n }))))).flat()
  t.ok(new Set(rows.map(({ pid }) => pid)).size > 1)
  t.same((await sql`select name from pg_prepared_statements`.execute(pooled.db)).rows, [])
})
