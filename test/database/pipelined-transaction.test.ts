import { Writable } from 'node:stream'
import { sql } from 'kysely'
import type { ClientBase } from 'pg'
import t, { type Test } from 'tap'
import { sendTogether } from '#src/database/driver/pg-client.ts'
import { runPipelinedTransaction } from '#src/database/pipelined-transaction.ts'
import { type BoundQuery, prepareQuery } from '#src/database/prepared-query.ts'
import { queryPipelined, runQuery } from '#src/database/query.ts'
import { freshDatabase } from '../support/database.ts'
import { queryOnce } from '../support/embedded.ts'

type Move = { name: string; n: unknown }
const add = prepareQuery((db, { name, n }: Move) => sql`insert into moves values (${name}, ${n}::int)`.compile(db))
const read = prepareQuery((db, { name }: { name: string }) =>
  sql<{ n: number }>`select n from moves where name = ${name} order by n`.compile(db),
)
const failing = prepareQuery((db, { state }: { state: string }) => sql`select fail_with(${state})`.compile(db))

async function moves(t: Test) {
  const { url, database } = await freshDatabase(t)
  await queryOnce(url, 'create table moves (name text, n int)')
  await queryOnce(
    url,
    `create function fail_with(state text) returns void language plpgsql as $$ begin raise exception 'failed' using errcode = state; end $$`,
  )
  const rows = async () => (await queryOnce<{ n: number }>(url, 'select n from moves order by n')).map(({ n }) => n)
  const commit = (...statements: BoundQuery<unknown>[]) =>
    runPipelinedTransaction(database.db, [], async () => ({ result: undefined, writes: statements }))
  const isIdle = async () =>
    (
      await queryOnce(
        url,
        `select from pg_stat_activity where datname = current_database() and state like 'idle in tr%'`,
      )
    ).length === 0
  return { url, database, rows, commit, isIdle }
}

t.test('the first failure is thrown, and nothing of the flush commits', async (t) => {
  const { rows, commit, isIdle } = await moves(t)
  const [first, last] = [add({ name: 'a', n: 1 }), add({ name: 'a', n: 2 })]
  await t.rejects(commit(first, failing({ state: '22003' }), last), { code: '22003' })
  await t.rejects(commit(failing({ state: '22004' }), first, failing({ state: '22003' })), { code: '22004' })
  t.same(await rows(), [])
  t.ok(await isIdle())
  await commit(first, last)
  t.same(await rows(), [1, 2], 'the connection goes on, and knows the statements that it did not come to')
})

t.test('a value that cannot be sent fails before anything is sent', async (t) => {
  const { rows, commit, isIdle } = await moves(t)
  const circular: { self?: unknown } = {}
  circular.self = circular
  await t.rejects(commit(add({ name: 'a', n: 1 }), add({ name: 'a', n: circular })), TypeError)
  t.same(await rows(), [])
  t.ok(await isIdle(), 'nor does its transaction stay open')
})

t.test('after a read inside the transaction comes its COMMIT, or a rollback', async (t) => {
  const { database, rows, isIdle } = await moves(t)
  const opening = [add({ name: 'b', n: 1 }), read({ name: 'b' })]
  const result = await runPipelinedTransaction(database.db, opening, async (rows) => {
    t.same(rows, [[], [{ n: 1 }]])
    return { result: 'committed', writes: [add({ name: 'b', n: 2 })] }
  })
  t.equal(result, 'committed')
  const refusal = new Error('refused')
  const refused = runPipelinedTransaction(database.db, [add({ name: 'b', n: 3 })], async () => {
    throw refusal
  })
  t.equal(await refused.catch((error: unknown) => error), refusal)
  t.same(await rows(), [1, 2])
  t.ok(await isIdle())
})

t.test('a statement of the query builder says how many rows it has changed', async (t) => {
  const { database, commit } = await moves(t)
  await commit(add({ name: 'a', n: 1 }), add({ name: 'b', n: 1 }))
  await runPipelinedTransaction(database.db, [], async (_, trx) => {
    t.match(await sql`update moves set n = 2 where n = 1`.execute(trx), { numAffectedRows: 2n })
    t.notOk('numAffectedRows' in (await sql`select from moves`.execute(trx)))
    return { result: undefined, writes: [] }
  })
})

t.test('a connection that the server is ending is used for nothing else', async (t) => {
  const { url, database, commit } = await moves(t)
  const { db } = database
  // A deferred trigger runs inside the COMMIT.
  await queryOnce(
    url,
    `create table endings (n int);
    create function hang_up() returns trigger language plpgsql as $$ begin
      perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(5); return null; end $$;
    create constraint trigger hang_up after insert on endings deferrable initially deferred
      for each row execute function hang_up()`,
  )
  const ending = prepareQuery((db) => sql`select pg_terminate_backend(pg_backend_pid())`.compile(db))
  const inCommit = prepareQuery((db) => sql`insert into endings values (1)`.compile(db))
  const ways: Record<string, () => Promise<unknown>> = {
    'in a transaction': () => runPipelinedTransaction(db, [ending({})], async () => ({ result: 0, writes: [] })),
    'in its COMMIT': () => commit(inCommit({})),
    'in a read': () => queryPipelined(db, ending({})),
    'in a statement of the query builder': () => runQuery(db, ending({})),
  }
  for (const [way, end] of Object.entries(ways)) {
    await t.rejects(end(), { code: '57P01' }, way)
    await t.resolves(commit(add({ name: 'a', n: 1 })), way)
  }
})

t.test('the statements of a flush are one write to the socket', async (t) => {
  const pieces: number[] = []
  const stream = new Writable({ writev: ({ length }) => pieces.push(length) })
  const client = { connection: { stream } } as unknown as ClientBase
  sendTogether(client, () => [stream.write('begin'), stream.write('commit')])
  t.same(pieces, [2])
})
