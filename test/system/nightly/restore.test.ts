import { copyFileSync, cpSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import t from 'tap'
import { listAuditHeads } from '#src/admin/audit-heads.ts'
import { verifyRecords } from '#src/admin/verify/verify.ts'
import { migrate } from '#src/database/migrations/migrate.ts'
import { pollUntil } from '../../support/until.ts'
import { createEnvironmentOn, openEnvironment, type TestEnvironment } from '../environment.ts'
import { newCallers } from '../outage/interviewer.ts'
import { newInterviewers } from '../outage/load.ts'
import { countAcknowledged, findDifferences } from '../outage/records.ts'
import { openServer, type Server } from '../outage/servers.ts'
import { type Replicas, startReplicas } from '../service.ts'

t.setTimeout(3_600_000)

t.test('a database restored to a moment has exactly what was acknowledged until then', async (t) => {
  const environment = await openEnvironment(t)
  const archive = join(environment.folder, 'archive')
  mkdirSync(archive)
  const primary = await openServer(environment, join(environment.folder, 'primary'), buildArchiveSettings(archive))
  await migrate({ url: primary.url, environment: 'development' })
  const own = createEnvironmentOn(environment, primary.url)
  const replicas = await startReplicas(environment, 1, { DATABASE_URL: primary.url })
  const holders = await createInterviewers(own, replicas, 20)
  const times = 10

  await holders.holdAll(times)
  const backup = join(environment.folder, 'backup')
  await takeBaseBackup(primary.url, backup, { archived: true })
  // The operator keeps it apart from the machine, as the address of the database.
  cpSync(join(primary.folder, 'password'), join(environment.folder, 'password'))
  await holders.holdAll(times)
  const saved = structuredClone(holders.saved)
  const heads = await listAuditHeads(own.db)
  const moment = await readClock(own)
  await holders.holdAll(times)
  const later = countAcknowledged(holders) - countAcknowledged({ saved })
  await sql`delete from response_versions`.execute(own.db)
  await waitUntilArchived(own)
  await replicas.end(0, 'SIGKILL')
  await primary.die()
  rmSync(primary.folder, { recursive: true })

  const startedMs = performance.now()
  const restored = await restoreTo(environment, { moment, backup, archive })
  const after = createEnvironmentOn(environment, restored.url)
  const restoredMs = performance.now() - startedMs
  t.same(holders.callers.wrong, [])
  t.ok(later > 0)
  t.same(await findDifferences(after.db, saved), [])
  t.match(await verifyRecords(after.db, undefined, heads), { finding: undefined }, 'the kept heads hold')
  t.ok(await canHoldSittings(after), 'the service goes on')
  environment.report(
    'restore',
    `in ${(restoredMs / 1_000).toFixed(1)} s to ${moment}: ${countAcknowledged({ saved })} acknowledged until then, ${later} later`,
  )
})

/** `cp` alone might leave a partial file when the machine fails; a file with its final name is complete. */
const buildArchiveSettings = (archive: string) => ({
  fsync: 'off',
  archive_mode: 'on',
  archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/.%f && mv ${archive}/.%f ${archive}/%f`,
})

/** By the database's clock; to the microsecond, for another change may follow at once. */
async function readClock({ db }: TestEnvironment): Promise<string> {
  const { rows } = await sql<{ moment: string }>`select clock_timestamp()::text as moment`.execute(db)
  return rows[0]?.moment ?? ''
}

/**
 * What `archive_timeout` does from time to time: switches to the next WAL file, so that the current one is archived.
 */
async function waitUntilArchived({ db }: TestEnvironment): Promise<void> {
  const { rows } = await sql<{ file: string }>`select pg_walfile_name(pg_switch_wal()) as file`.execute(db)
  const file = rows[0]?.file ?? ''
  await pollUntil(async () => {
    const { rows } = await sql<{ is: boolean }>`
      select coalesce(last_archived_wal >= ${file}, false) as is from pg_stat_archiver`.execute(db)
    return rows[0]?.is
  }, 60_000)
}

type ArchivedBackup = { moment: string; backup: string; archive: string }

async function restoreTo(environment: TestEnvironment, { moment, backup, archive }: ArchivedBackup): Promise<Server> {
  const folder = join(environment.folder, 'restored')
  mkdirSync(folder)
  renameSync(backup, join(folder, 'data'))
  cpSync(join(environment.folder, 'password'), join(folder, 'password'))
  writeFileSync(join(folder, 'data', 'recovery.signal'), '')
  const server = await openServer(environment, folder, {
    fsync: 'off',
    restore_command: `cp ${archive}/%f %p`,
    recovery_target_time: moment,
    recovery_target_action: 'promote',
  })
  const { db } = createEnvironmentOn(environment, server.url)
  await pollUntil(async () => {
    const { rows } = await sql<{ done: boolean }>`select not pg_is_in_recovery() as done`.execute(db)
    return rows[0]?.done
  }, 120_000)
  return server
}

/** Whether a new user can complete a whole sitting. */
async function canHoldSittings(own: TestEnvironment): Promise<boolean> {
  const replicas = await startReplicas(own, 1, { DATABASE_URL: own.url })
  const holders = await createInterviewers(own, replicas, 1)
  await holders.holdAll(1)
  return (await findDifferences(own.db, holders.saved)).length + holders.callers.wrong.length === 0
}

/** Files of the running server alone, or created again by the server of the copy. */
const left = new Set(['postmaster.pid', 'postmaster.opts', 'pg_replslot', 'pg_notify', 'pg_stat_tmp', 'pg_wal'])

/**
 * Copies a running server's files between `pg_backup_start` and `pg_backup_stop`, as pg_basebackup does, which the
 * embedded server lacks. The copy is consistent once the WAL written during it is replayed: `archived` waits for it.
 */
async function takeBaseBackup(url: string, into: string, { archived }: { archived: boolean }): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ data: string }>(`select current_setting('data_directory') as data`)
    await client.query(`select pg_backup_start('rehearsal', true)`)
    copyFolder(rows[0]?.data ?? '', into)
    for (const name of ['pg_wal', 'pg_replslot', 'pg_notify', 'pg_stat_tmp'])
      mkdirSync(join(into, name), { mode: 0o700 })
    const stopped = await client.query<{ labelfile: string }>(`select labelfile from pg_backup_stop(${archived})`)
    writeFileSync(join(into, 'backup_label'), stopped.rows[0]?.labelfile ?? '', { mode: 0o600 })
  } finally {
    await client.end()
  }
}

function copyFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(from)) {
    if (left.has(name) || name.startsWith('pgsql_tmp')) continue
    copyIfThere(join(from, name), join(to, name))
  }
}

/** A file that the server has removed during the copy is one that the WAL removes as well. */
function copyIfThere(from: string, to: string): void {
  try {
    if (statSync(from).isDirectory()) copyFolder(from, to)
    else copyFileSync(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

/** Interviewers, each of an artist of its own, who complete sittings on demand, and record what was acknowledged. */
async function createInterviewers(environment: TestEnvironment, replicas: Replicas, count: number) {
  const callers = newCallers()
  const { holders } = await newInterviewers(environment, replicas, count, callers)
  async function holdAll(times: number): Promise<void> {
    for (let at = 0; at < times; at += 1) await Promise.all(holders.map(({ hold }) => hold()))
  }
  return { callers, saved: holders.map(({ saved }) => saved), holdAll }
}
