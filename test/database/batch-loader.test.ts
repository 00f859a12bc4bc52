import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'kysely'
import t, { type Test } from 'tap'
import { loadConfig } from '#src/config.ts'
import { createBatchLoader, keysMax, prepareBatches } from '#src/database/batch-loader.ts'
import { transact } from '#src/database/transaction.ts'
import { openDatabase } from '#src/runtime/open-database.ts'
import { freshDatabase, openPool } from '../support/database.ts'
import { queryOnce as askServer } from '../support/embedded.ts'

const findName = createBatchLoader({ id: 'uuid', name: 'text' }, (db, { id, name }) =>
  db.selectFrom('artists').select(['id', 'name']).where('id', '=', id).where('name', '!=', name),
)

const buildId = (n: number) => `01990000-0000-7000-8000-${String(n).padStart(12, '0')}`
const numbers = Array.from({ length: 100 }, (_, n) => n)
const failure = (work: Promise<unknown>) => work.catch((error: unknown) => error)

/** A hundred artists, and the statements that were sent: the number of keys of each, and its request. */
async function open(t: Test, options: Parameters<typeof openPool>[2] = {}) {
  const { url } = await freshDatabase(t)
  await askServer(
    url,
    `insert into artists (id, name) select i, 'Artist ' || n from (values ${numbers.map((n) => `(${n}, '${buildId(n)}'::uuid)`)}) as v (n, i)`,
  )
  const sent: { isShared: boolean; by: string | undefined }[] = []
  const report = ({ sql }: { sql: string }) => {
    if (sql.includes('"artists"')) sent.push({ isShared: sql.includes('unnest'), by: requestContext.getStore() })
  }
  const database = openPool(t, url, { slow: { ms: 0, report }, ...options })
  const ask = (n: number, name = '') =>
    requestContext.run(String(n), () => findName(database.db, { id: buildId(n), name }))
  return { ...database, sent, ask, url }
}

const requestContext = new AsyncLocalStorage<string>()

t.test('requests of one event loop iteration share a statement, and each gets its own row', async (t) => {
  const { ask, sent } = await open(t)
  const keys = [...numbers, ...numbers.toReversed(), 7, 7, 7]
  const rows = await Promise.all(keys.map((n) => ask(n)))
  t.same(
    rows.map((row) => [row?.id, row?.name]),
    keys.map((n) => [buildId(n), `Artist ${n}`]),
  )
  t.equal(sent.length, Math.ceil(keys.length / keysMax))
  t.ok(
    sent.every(({ isShared, by }) => isShared && by === undefined),
    'and a shared statement belongs to no request',
  )
})

t.test('a key without a row gets none, at any position of the batch', async (t) => {
  const { ask } = await open(t)
  const rows = await Promise.all(numbers.map((n) => ask(n % 3 === 0 ? n + 1_000 : n, n % 5 === 0 ? `Artist ${n}` : '')))
  t.same(
    rows.map((row) => row?.name),
    numbers.map((n) => (n % 3 === 0 || n % 5 === 0 ? undefined : `Artist ${n}`)),
  )
})

t.test('a single request sends its own statement, under its own context', async (t) => {
  const { ask, sent } = await open(t)
  for (const n of [1, 2, 3]) t.equal((await ask(n))?.name, `Artist ${n}`)
  t.same(
    sent,
    ['1', '2', '3'].map((by) => ({ isShared: false, by })),
  )
})

t.test('a request after its iteration’s batch was sent sends its own statement, in its own context', async (t) => {
  const { ask, sent } = await open(t)
  const rows = await Promise.all(numbers.slice(0, keysMax + 1).map((n) => ask(n)))
  t.equal(rows.at(-1)?.name, `Artist ${keysMax}`)
  t.same(sent, [
    { isShared: true, by: undefined },
    { isShared: false, by: String(keysMax) },
  ])
})

const findNewest = createBatchLoader({ prefix: 'text' }, (db, { prefix }) =>
  db.selectFrom('artists').select('name').where(sql<boolean>`starts_with(name, ${prefix})`).orderBy('id', 'desc'),
)

t.test('of several rows the first counts, in a batch and alone', async (t) => {
  const { db } = await open(t)
  const alone = await findNewest(db, { prefix: 'Artist 2' })
  const [one, other] = await Promise.all([
    findNewest(db, { prefix: 'Artist 2' }),
    findNewest(db, { prefix: 'Artist 3' }),
  ])
  t.match([alone, one, other], [{ name: 'Artist 29' }, { name: 'Artist 29' }, { name: 'Artist 39' }])
})

t.test('the query of the rows has a limit, so they are never read before the permission is checked', (t) => {
  const { forOne, forMany } = prepareBatches({ id: 'uuid' }, (db, { id }) =>
    db.selectFrom('artists').select('name').where('id', '=', id),
  )
  t.match(forOne({ id: buildId(1) }).sql, / limit 1$/)
  t.ok(forMany({ id: [] }).sql.endsWith('= "batch"."id" limit 1) as found'))
  t.end()
})

const inspecting = createBatchLoader({ name: 'text' }, (db, { name }) =>
  String(name).length > 3
    ? db.selectFrom('artists').select('id').where('name', '=', name)
    : db.selectFrom('artists').select('id'),
)

t.test('a query that inspects its key is refused, also when a batch is the first to use it', async (t) => {
  const { db } = await open(t)
  const errors = await Promise.all([1, 2].map(() => failure(inspecting(db, { name: 'Artist 1' }))))
  for (const error of errors) t.type(error, TypeError)
})

t.test('texts of every kind come through, to the character', async (t) => {
  const { db, url, sent } = await open(t)
  const names = ['a "b"', 'a\\b', '{a,b}', 'NULL', ' a ', '"', 'a\nb', 'ä', '🎹', "a'b", ',', '\\"', 'x","y', 'ends\\']
  await askServer(
    url,
    `update artists set name = v.name from (values ${names.map((name, n) => `('${buildId(n)}'::uuid, $$${name}$$)`)}) as v (id, name) where artists.id = v.id`,
  )
  const same = names.map((name, n) => findName(db, { id: buildId(n), name }))
  t.same(
    await Promise.all(same),
    names.map(() => undefined),
    'each is known as itself',
  )
  const others = names.map((name, n) => findName(db, { id: buildId(n), name: `${name}.` }))
  t.same(
    (await Promise.all(others)).map((row) => row?.name),
    names,
  )
  t.ok(sent.length === 2 && sent.every(({ isShared }) => isShared), 'each time by one statement, without a repetition')
})

t.test('when the statement fails, every request fails', async (t) => {
  const { ask, url } = await open(t)
  await askServer(url, 'alter table artists rename to others')
  const errors = await Promise.all(numbers.slice(0, 5).map((n) => failure(ask(n))))
  for (const error of errors) t.match(error, { code: '42P01' })
})

t.test('statements are not shared where each has to be attributed', async (t) => {
  const isShared = async (
    t: Test,
    options: object,
    work?: (opened: Awaited<ReturnType<typeof open>>) => Promise<unknown>,
  ) => {
    const opened = await open(t, options)
    const rows = await (work?.(opened) ?? Promise.all([1, 2, 3].map((n) => opened.ask(n))))
    t.match(
      rows,
      [1, 2, 3].map((n) => ({ name: `Artist ${n}` })),
    )
    return opened.sent.some(({ isShared }) => isShared)
  }
  t.equal(await isShared(t, {}), true)
  t.equal(await isShared(t, { sharded: true }), false, 'on a cluster')
  const within = ({ db }: Awaited<ReturnType<typeof open>>) =>
    transact(db, (trx) => Promise.all([1, 2, 3].map((n) => findName(trx, { id: buildId(n), name: '' }))))
  t.equal(await isShared(t, {}, within), false, 'in a transaction')
})

t.test('the setting for a cluster changes the statements', async (t) => {
  const { url } = await open(t)
  for (const sharded of ['true', 'false']) {
    const sent: string[] = []
    const config = loadConfig({
      DATABASE_URL: url,
      DATABASE_SHARDED: sharded,
      SLOW_QUERY_MS: '0',
      DATA_FOLDER: t.testdir(),
    })
    const { database, close } = await openDatabase(config, { onSlowQuery: ({ sql }) => sent.push(sql) })
    await Promise.all([1, 2, 3].map((n) => findName(database.db, { id: buildId(n), name: '' })))
    await close()
    t.equal(
      sent.some((sql) => sql.includes('unnest')),
      sharded === 'false',
      `DATABASE_SHARDED=${sharded}`,
    )
  }
})
