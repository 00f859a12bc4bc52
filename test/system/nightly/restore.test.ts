import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import t from 'tap'
import { listAuditHeads } from '#src/admin/audit-heads.ts'
import { verifyRecords } from '#src/admin/verify/verify.ts'
import { copyMigratedDataFolder } from '../../support/built.ts'
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
  // The backup, from which the primary begins as well.
  const [backup, primaryFolder] = [join(environment.folder, 'backup'), join(environment.folder, 'primary')]
  for (const folder of [backup, primaryFolder]) await copyMigratedDataFolder(folder)
  const primary = await openServer(environment, primaryFolder, buildArchiveSettings(archive))
  const own = createEnvironmentOn(environment, primary.url)
  const replicas = await startReplicas(environment, 1, { DATABASE_URL: primary.url })
  const holders = await createInterviewers(own, replicas, 20)
  const times = 10

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
  writeFileSync(join(backup, 'data', 'recovery.signal'), '')
  const server = await openServer(environment, backup, {
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

/** Interviewers, each of an artist of its own, who complete sittings on demand, and record what was acknowledged. */
async function createInterviewers(environment: TestEnvironment, replicas: Replicas, count: number) {
  const callers = newCallers()
  const { holders } = await newInterviewers(environment, replicas, count, callers)
  async function holdAll(times: number): Promise<void> {
    for (let at = 0; at < times; at += 1) await Promise.all(holders.map(({ hold }) => hold()))
  }
  return { callers, saved: holders.map(({ saved }) => saved), holdAll }
}
