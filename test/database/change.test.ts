import { Kysely, PostgresDialect, sql } from 'kysely'
import t, { type Test } from 'tap'
import { loadConfig } from '#src/config.ts'
import { type Change, change } from '#src/database/change.ts'
import { connect, type Database } from '#src/database/connect.ts'
import { orFail } from '#src/database/or-fail.ts'
import { memoryOf } from '#src/database/remembered.ts'
import { statement } from '#src/database/statement.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { waysOf } from '#src/database/ways.ts'
import { Problem } from '#src/problems/problem.ts'
import { freshDatabase } from '../helpers/database.ts'
import { ask } from '../helpers/embedded.ts'
import { until } from '../helpers/until.ts'

type Row = { n: number }
type Named = { name: string }
const locked = statement((db, { name }: Named) =>
  sql<Row>`select n from counters where name = ${name} for update`.compile(db),
)
const read = statement((db, { name }: Named) => sql<Row>`select n from counters where name = ${name}`.compile(db))
type Move = Named & { from: number; to: number }
/** A change of two rows, of which the first has to be as it was read. */
const moved = statement((db, { name, from, to }: Move) =>
  sql<Row>`with moved as (update counters set n = ${to} where name = ${name} and n = ${from} returning n),
    log as (insert into moves select ${name}::text, n from moved)
    select n from moved`.compile(db),
)
/** The same with a part that has to find its row. */
const movedOrFailed = statement((db, { name, from, to }: Move) =>
  sql<Row>`with log as (insert into moves values (${name}::text, ${to}::int)),
    moved as (update counters set n = ${to} where name = ${name} and n = ${from} returning n)
    select moved.n, whole."all" from ${orFail('moved')} as whole left join moved on true`.compile(db),
)
const failing = statement((db, { state }: { state: string }) => sql`select fail_with(${state})`.compile(db))

async function counters(t: Test) {
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

const add = async (changing: Change, name: string) => {
  const [[row]] = (await changing.under(locked({ name }), read({ name }))).rows
  const from = row?.n ?? Number.NaN
  return await changing.keep(moved({ name, from, to: from + 1 }))
}

const failure = (work: Promise<unknown>) => work.catch((error: unknown) => error)

/** The same promises whichever way the statements go. */
const ways: Record<string, (database: Database) => Kysely<DB>> = {
  'what need not wait travels together': ({ db }) => db,
  'one thing at a time': ({ pool }) => new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }),
}

for (const [way, dbOf] of Object.entries(ways)) {
  t.test(way, async (t) => {
    const { url, database, rows } = await counters(t)
    const db = dbOf(database)
    t.equal(waysOf(db) !== undefined, db === database.db)

    await t.test('keeps what was written, and answers with it', async (t) => {
      t.match(await change(db, 'one', (changing) => add(changing, 'one')), [{ n: 1 }])
      t.equal(await rows(), '1 0, 1')
    })

    await t.test('64 writers of one counter lose no update', async (t) => {
      await Promise.all(Array.from({ length: 64 }, () => change(db, 'two', (changing) => add(changing, 'two'))))
      t.equal(await rows(), '1 64, 65')
    })

    await t.test('a part that found its row changed undoes the whole statement, COMMIT or not', async (t) => {
      const lost = change(db, 'one', async (changing) => {
        await changing.under(locked({ name: 'one' }))
        return await changing.keep(movedOrFailed({ name: 'one', from: 7, to: 8 }))
      })
      t.match(await failure(lost), { code: '22012' })
      t.equal(await rows(), '1 64, 65')
    })

    await t.test(
      'a refusal undoes everything and arrives as it was thrown, also before anything was asked',
      async (t) => {
        const refusal = new Problem('not_found')
        const late = change(db, 'one', async (changing) => {
          await changing.under(locked({ name: 'one' }), read({ name: 'one' }))
          throw refusal
        })
        t.equal(await failure(late), refusal)
        const early = change(db, 'one', async () => {
          throw refusal
        })
        t.equal(await failure(early), refusal)
        t.equal(await rows(), '1 64, 65')
      },
    )

    await t.test('what keeps nothing is over at its end', async (t) => {
      t.equal(await change(db, 'one', async () => 'nothing asked'), 'nothing asked')
      const { held } = await change(db, 'one', (changing) => changing.under(locked({ name: 'one' })))
      t.equal(held, true)
      await ask(url, `select n from counters where name = 'one' for update nowait`)
      await until(() => database.pool.idleCount === database.pool.totalCount)
    })

    await t.test('the first failure is told, not what followed from it', async (t) => {
      const failed = change(db, 'one', (changing) =>
        changing.under(locked({ name: 'one' }), failing({ state: '22003' }), read({ name: 'two' })),
      )
      t.match(await failure(failed), { code: '22003' })
    })

    await t.test('a conflict is tried again three times, wherever it comes; nothing else is', async (t) => {
      const moments: Record<string, (changing: Change, state: string) => Promise<unknown>> = {
        reading: (changing, state) => changing.under(locked({ name: 'one' }), failing({ state })),
        writing: async (changing, state) => {
          await changing.under(locked({ name: 'one' }))
          return await changing.keep(failing({ state }))
        },
      }
      for (const [moment, work] of Object.entries(moments)) {
        for (const [state, times] of [
          ['40001', 4],
          ['40P01', 4],
          ['55P03', 1],
          ['22012', 1],
        ] as const) {
          let attempts = 0
          const error = await failure(
            change(db, 'one', (changing) => {
              attempts += 1
              return work(changing, state)
            }),
          )
          t.equal(attempts, times, `${state} while ${moment}`)
          if (state !== '22012') t.match(error, { code: 'persistence_unavailable' })
        }
      }
    })

    await t.test(
      'whoever finds it moved begins anew, at last under the lock, and sees what was kept before',
      async (t) => {
        const seen: (number | undefined)[] = []
        const kept = change(db, 'one', async (changing) => {
          const [[row]] = (await changing.under(locked({ name: 'one' }), read({ name: 'one' }))).rows
          seen.push(row?.n)
          // Twice somebody of another process is faster; the third time the row is held.
          if (seen.length < 3) await ask(url, `update counters set n = n + 10 where name = 'one'`)
          else
            await t.rejects(ask(url, `select n from counters where name = 'one' for update nowait`), { code: '55P03' })
          return await changing.keep(moved({ name: 'one', from: row?.n ?? Number.NaN, to: 50 }))
        })
        t.match(await kept, [{ n: 50 }])
        t.strictSame(seen, [1, 11, 21])
        t.equal(await rows(), '50 64, 66')
      },
    )

    await t.test('whoever waits for another process sees what that one has kept', async (t) => {
      const { late } = await db.transaction().execute(async (holder) => {
        await sql`update counters set n = 60 where name = 'one'`.execute(holder)
        const late = change(db, 'one', (changing) => add(changing, 'one'))
        await until(
          async () => (await ask(url, `select from pg_stat_activity where wait_event_type = 'Lock'`)).length > 0,
          60_000,
        )
        return { late }
      })
      t.match(await late, [{ n: 61 }])
    })

    await t.test(
      'a connection lost during the COMMIT is persistence_unavailable, and nothing is tried again',
      async (t) => {
        // The deferred trigger runs inside the COMMIT and ends its own session there.
        await ask(
          url,
          `create function hang_up() returns trigger language plpgsql as $$ begin
          perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(5); return null; end $$;
        create constraint trigger hang_up after update on counters deferrable initially deferred
          for each row execute function hang_up()`,
        )
        let attempts = 0
        const lost = change(db, 'one', (changing) => {
          attempts += 1
          return add(changing, 'one')
        })
        t.match(await failure(lost), { code: 'persistence_unavailable' })
        t.equal(attempts, 1)
        t.equal(await rows(), '61 64, 67')
        await ask(url, 'drop trigger hang_up on counters')
        t.match(await change(db, 'one', (changing) => add(changing, 'one')), [{ n: 62 }], 'the pool goes on')
      },
    )
  })
}

t.test('writers of several processes lose no update', async (t) => {
  const { url, database, rows } = await counters(t)
  const { pool, timeouts } = loadConfig({})
  const others = [1, 2].map(() => connect({ url, pool, timeouts, applicationName: 'another process' }))
  t.teardown(() => Promise.all(others.map(({ close }) => close())))
  const processes = [database, ...others]
  const writers = Array.from({ length: 96 }, (_, at) => processes[at % processes.length] as Database)
  await Promise.all(writers.map(({ db }) => change(db, 'one', (changing) => add(changing, 'one'))))
  t.equal(await rows(), '96 0, 96')
})

t.test('on what is remembered nothing counts but what is kept', async (t) => {
  const { url, database, rows } = await counters(t)
  const { db } = database
  /** Adds one to what it reads or remembers, as the change after `seq - 1` events; `refuse` may throw before it is kept. */
  const count = (seq: number, refuse: (n: number) => void = () => {}) => {
    const seen: number[] = []
    const counted = change(db, 'one', async (changing) => {
      const asked = read({ name: 'one' })
      const [[row]] = (await changing.under(locked({ name: 'one' }), asked)).rows
      const from = row?.n ?? Number.NaN
      seen.push(from)
      refuse(from)
      const kept = { seq, at: new Date(), previous: `${seq - 1}`, hash: `${seq}` }
      const left = [{ asked, about: 'one', row: () => ({ n: from + 1 }) }]
      return await changing.keep(movedOrFailed({ name: 'one', from, to: from + 1 }), { kept, changed: ['one'], left })
    })
    return { seen, counted }
  }
  const answered = async ({ seen, counted }: ReturnType<typeof count>) => {
    const result = await failure(counted)
    return { seen, result }
  }

  await t.test('kept: it was decided once', async (t) => {
    t.match(await answered(count(1)), { seen: [0], result: [{ n: 1 }] })
    await ask(url, 'delete from moves')
    t.match(await answered(count(2)), { seen: [1], result: [{ n: 2 }] })
    t.equal(await rows(), '2 0, 1')
  })
  await t.test('refused: it is decided on what is read, and that is told', async (t) => {
    const refusal = new Problem('revision_changed')
    const refuse = () => {
      throw refusal
    }
    t.match(await answered(count(3, refuse)), { seen: [2, 2], result: refusal })
    await ask(url, `update counters set n = 10 where name = 'one'`)
    const unless10 = (n: number) => {
      if (n !== 10) throw refusal
    }
    t.match(await answered(count(3, unless10)), { seen: [2, 10], result: [{ n: 11 }] })
  })
  await t.test('answered without being kept: the same', async (t) => {
    const seen: unknown[] = []
    const result = await change(db, 'one', async (changing) => {
      const [[row]] = (await changing.under(locked({ name: 'one' }), read({ name: 'one' }))).rows
      seen.push(row?.n)
      await ask(url, `update counters set n = 20 where name = 'one'`)
      return row?.n
    })
    t.strictSame({ seen, result }, { seen: [11, 20], result: 20 })
  })
  await t.test('refused by the server: the same', async (t) => {
    t.match(await answered(count(4)), { seen: [11, 20], result: [{ n: 21 }] })
  })
  await t.test('a connection that is lost: nobody knows, and nothing is tried again', async (t) => {
    await ask(
      url,
      `create function hang_up() returns trigger language plpgsql as $$ begin
        perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(5); return null; end $$;
      create constraint trigger hang_up after update on counters deferrable initially deferred
        for each row execute function hang_up()`,
    )
    t.match(await answered(count(5)), { seen: [21], result: { code: 'persistence_unavailable' } })
    await ask(url, 'drop trigger hang_up on counters')
    t.match(await answered(count(5)), { seen: [21], result: [{ n: 22 }] })
  })
  await t.test('refused for what another row would not mend: tried as often as on what is read', async (t) => {
    const tried = async (state: string, key: string) => {
      let times = 0
      const error = await failure(
        change(db, key, async (changing) => {
          times += 1
          const asked = read({ name: 'two' })
          await changing.under(locked({ name: 'two' }), asked)
          const kept = { seq: 1, at: new Date(), previous: null, hash: '1' }
          const left = [{ asked, about: 'two', row: () => ({ n: 0 }) }]
          return await changing.keep(state === '' ? read({ name: 'two' }) : failing({ state }), {
            ...{ kept, left },
            changed: [],
          })
        }),
      )
      return { times, code: (error as { code?: string }).code }
    }
    for (const state of ['40001', '57014', '55P03', '53100']) {
      const onRead = await tried(state, `${state} that is read`)
      await tried('', `${state} that is remembered`)
      t.strictSame(await tried(state, `${state} that is remembered`), onRead, state)
    }
  })
  await t.test('closed: nothing is remembered', async (t) => {
    t.equal([...(memoryOf(db)?.all() ?? [])].length, 1)
    await database.close()
    t.equal([...(memoryOf(db)?.all() ?? [])].length, 0)
  })
})
