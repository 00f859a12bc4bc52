import { Kysely, PostgresDialect, sql } from 'kysely'
import type { Test } from 'tap'
import type { Database } from '#src/database/connect.ts'
import { orFail } from '#src/database/or-fail.ts'
import { statement } from '#src/database/statement.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { freshDatabase } from '../support/database.ts'
import { ask } from '../support/embedded.ts'

type Row = { n: number }
type Named = { name: string }
export const locked = statement((db, { name }: Named) =>
  sql<Row>`select n from counters where name = ${name} for update`.compile(db),
)
export const read = statement((db, { name }: Named) =>
  sql<Row>`select n from counters where name = ${name}`.compile(db),
)
type Move = Named & { from: number; to: number }
/** A change of two rows, of which the first has to be as it was read. */
export const moved = statement((db, { name, from, to }: Move) =>
  sql<Row>`with moved as (update counters set n = ${to} where name = ${name} and n = ${from} returning n),
    log as (insert into moves select ${name}::text, n from moved)
    select n from moved`.compile(db),
)
/** The same with a part that has to find its row. */
export const movedOrFailed = statement((db, { name, from, to }: Move) =>
  sql<Row>`with log as (insert into moves values (${name}::text, ${to}::int)),
    moved as (update counters set n = ${to} where name = ${name} and n = ${from} returning n)
    select (select n from moved) as n, ${orFail('moved')} as whole`.compile(db),
)
export const failing = statement((db, { state }: { state: string }) => sql`select fail_with(${state})`.compile(db))

export async function counters(t: Test) {
  const { url, database } = await freshDatabase(t)
  await ask(url, 'create table counters (name text primary key, n int not null); create table moves (name text, n int)')
  await ask(url, `insert into counters values ('one', 0), ('two', 0)`)
  await ask(
    url,
    `create function fail_with(state text) returns void language plpgsql as $$ begin raise exception 'failed' using errcode = state; end $$`,
  )
  const rows = async () =>
    (
      await ask<{ rows: string }>(
        url,
        `select (select string_agg(n::text, ' ' order by name) from counters) || ', ' || (select count(*) from moves) as rows`,
      )
    )[0]?.rows
  return { url, database, rows }
}

/** A deferred trigger, which runs inside the COMMIT and ends its own session there. */
export const hangingUp = `create function hang_up() returns trigger language plpgsql as $$ begin
    perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(5); return null; end $$;
  create constraint trigger hang_up after update on counters deferrable initially deferred
    for each row execute function hang_up()`

export const failure = (work: Promise<unknown>) => work.catch((error: unknown) => error)

/** The same promises whichever way the statements go. */
export const ways: Record<string, (database: Database) => Kysely<DB>> = {
  'what need not wait travels together': ({ db }) => db,
  'one thing at a time': ({ pool }) => new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }),
}
