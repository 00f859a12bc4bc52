import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import t, { type Test } from 'tap'
import { loadConfig } from '#src/config.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import type { ConnectedDatabase } from '#src/database/connect.ts'
import { transact } from '#src/database/transaction.ts'
import { freshDatabase } from '../support/database.ts'
import { queryOnce } from '../support/embedded.ts'
import { pollUntil } from '../support/until.ts'

t.setTimeout(100_000)

type Load = { acknowledged: number; refused: number; others: unknown[]; stop: () => Promise<void> }

/** Ten writers, each adding numbered rows one transaction after the other; a refused one is retried. */
function writeSteadily({ db }: ConnectedDatabase): Load {
  let stopped = false
  const load: Load = { acknowledged: 0, refused: 0, others: [], stop: async () => {} }
  const write = async (writer: number) => {
    for (let n = 0; !stopped; ) {
      try {
        await transact(db, (trx) =>
          sql`insert into written values (${writer}::int, ${n}::int) on conflict do nothing`.execute(trx),
        )
        load.acknowledged += 1
        n += 1
      } catch (error) {
        if (error instanceof Problem && error.code === 'persistence_unavailable') load.refused += 1
        else load.others.push(error)
        await sleep(10)
      }
    }
  }
  const writers = Promise.all(Array.from({ length: 10 }, (_, writer) => write(writer)))
  load.stop = async () => {
    stopped = true
    await writers
  }
  return load
}

const createTable = (url: string) => queryOnce(url, 'create table written (writer int, n int, primary key (writer, n))')

async function assertAllSaved(t: Test, url: string, load: Load) {
  const [stored] = await queryOnce<{ n: number }>(url, 'select count(*)::int as n from written')
  t.ok((stored?.n ?? 0) >= load.acknowledged, `${load.acknowledged} acknowledged, ${stored?.n} stored`)
  t.same(load.others, [], 'and no other failure than persistence_unavailable')
}

t.test('sessions terminated twenty times a second: only 503s, and normal responses after', async (t) => {
  const { url, database } = await freshDatabase(t)
  await createTable(url)
  const load = writeSteadily(database)
  await pollUntil(() => load.acknowledged > 100)
  for (let round = 0; round < 40; round += 1) {
    await queryOnce(
      url,
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'sittings test'
      and datname = current_database()`,
    )
    await sleep(50) // the pace, not a wait for something
  }
  const recoveredFrom = load.acknowledged
  await pollUntil(() => load.acknowledged > recoveredFrom + 100)
  await load.stop()
  t.ok(load.refused > 0)
  t.ok(database.pool.totalCount <= loadConfig({}).pool.max, 'with no more connections than the pool may have')
  await assertAllSaved(t, url, load)
})
