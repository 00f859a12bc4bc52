import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Test } from 'tap'
import { loadConfig } from '#src/config.ts'
import { connect } from '#src/database/connect.ts'
import { openKeeper } from '#src/database/keeper.ts'
import { severalStatement } from '#src/database/several.ts'
import { statement } from '#src/database/statement.ts'
import { freshDatabase } from '../support/database.ts'
import { ask } from '../support/embedded.ts'

export type Kept = { n: number; transaction: string; pid: number }

const kept = sql`pg_current_xact_id()::text as transaction, pg_backend_pid() as pid`

/** Keeps a number; fails where it is there already (23505). */
export const number = severalStatement((db, { n }: { n: number }, rows) =>
  (rows === undefined
    ? sql<Kept>`insert into numbers (n) values (${n}::int) returning n, ${kept}`
    : sql<Kept>`with given as ${rows}, added as (insert into numbers (n) select ${n} from given returning n, ${kept})
        select nth::int4, added.* from given join added on added.n = ${n}`
  ).compile(db),
)
/** The same in other words, once nobody else has the row. */
export const later = severalStatement((db, { n }: { n: number }, rows) =>
  (rows === undefined
    ? sql<Kept>`with mine as (select from held for update) insert into numbers (n) select ${n}::int from mine returning n, ${kept}`
    : sql<Kept>`with given as ${rows}, mine as (select from held for update),
        added as (insert into numbers (n) select ${n} from given, mine returning n, ${kept})
        select nth::int4, added.* from given join added on added.n = ${n}`
  ).compile(db),
)
/** A number with what was said of it, by itself. */
export const alone = statement((db, { n, of }: { n: number; of: Buffer }) =>
  sql<Kept>`insert into numbers (n, bytes) values (${n}::int, ${of}::bytea) returning n, ${kept}`.compile(db),
)

/** Whose request it is. */
export const asking = new AsyncLocalStorage<number>()

export async function keeping(t: Test, options: Partial<Parameters<typeof connect>[0]> = {}) {
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

export const upTo = (count: number, from = 1) => Array.from({ length: count }, (_, at) => from + at)
export const transactions = (rows: readonly Kept[][]) => new Set(rows.map(([row]) => row?.transaction)).size

/** Whoever waits for a row to be free. */
export const waits = (url: string) => async () => {
  const found = await ask<{ pid: number }>(
    url,
    `select pid from pg_stat_activity
      where application_name = 'keeper' and datname = current_database() and wait_event_type = 'Lock'`,
  )
  return found.length > 0 ? found : undefined
}
