import { setTimeout as after } from 'node:timers/promises'
import { sql } from 'kysely'
import { listArtistTables } from '../../access/rows.ts'
import type { TestEnvironment } from '../../environment.ts'

/** While `work` runs, no row of an artist can be written: the database refuses it, and its message would quote it. */
export async function whileRefusingRows({ db }: TestEnvironment, work: () => Promise<void>): Promise<void> {
  const tables = await listArtistTables(db)
  for (const table of tables) {
    await sql`alter table ${sql.table(table)} add constraint proof_refuses check (artist_id is null) not valid`.execute(
      db,
    )
  }
  await work()
  for (const table of tables) await sql`alter table ${sql.table(table)} drop constraint proof_refuses`.execute(db)
}

/** While `work` runs, the service's sessions are terminated again and again. */
export async function whileSevering({ db }: TestEnvironment, work: () => Promise<void>): Promise<void> {
  const working = { now: true }
  const severed = (async () => {
    while (working.now) {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and application_name not like '%system test%'`.execute(
        db,
      )
      await after(50)
    }
  })()
  await work().finally(() => {
    working.now = false
  })
  await severed
}

/** While `work` runs, another session locks every artist, so that statements wait for their timeout. */
export async function whileLocking({ db }: TestEnvironment, work: () => Promise<void>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx)
    await sql`set local transaction_timeout = 0`.execute(trx)
    await sql`lock table artists in access exclusive mode`.execute(trx)
    await work()
  })
}
