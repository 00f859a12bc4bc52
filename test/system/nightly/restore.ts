import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { listAuditHeads } from '#src/admin/audit-heads.ts'
import { verifyRecords } from '#src/admin/verify/verify.ts'
import { migrate } from '#src/database/migrate.ts'
import { pollUntil } from '../../support/until.ts'
import { takeBaseBackup } from '../deployment/base-backup.ts'
import { createEnvironmentOn, openServer, type Server } from '../deployment/server.ts'
import { createInterviewers } from '../deployment/sittings.ts'
import type { TestEnvironment } from '../environment.ts'
import { findDifferences } from '../outage/acknowledged-state.ts'
import { countAcknowledged } from '../outage/load.ts'
import { startReplicas } from '../outage/replicas.ts'
import type { SystemTest } from '../result.ts'

/**
 * Disaster recovery: a base backup with a WAL archive, sittings before and after it, a moment, more sittings of the
 * same artists, a wrong deletion, and the machine is lost. Restored to the moment, the records are exactly those
 * acknowledged until then, every chain verifies, and the service continues.
 */
export const runSystemTest: SystemTest = async (environment, { short }) => {
  const archive = join(environment.folder, 'archive')
  mkdirSync(archive)
  const primary = await openServer(environment, join(environment.folder, 'primary'), buildArchiveSettings(archive))
  await migrate({ url: primary.url, environment: 'development' })
  const own = createEnvironmentOn(environment, primary.url)
  const replicas = await startReplicas(environment, 1, { DATABASE_URL: primary.url })
  const holders = await createInterviewers(own, replicas, short ? 3 : 20)
  const times = short ? 2 : 10

  await holders.holdAll(times)
  const backup = join(environment.folder, 'backup')
  await takeBaseBackup(primary.url, backup, { archived: true })
  await holders.holdAll(times)
  const saved = structuredClone(holders.saved)
  const heads = await Array.fromAsync(listAuditHeads(own.db))
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
  const differences = await findDifferences(after.db, saved)
  const { finding } = await verifyRecords(after.db, undefined, heads)
  const goesOn = await canHoldSittings(after)
  for (const words of [...holders.callers.wrong, ...differences].slice(0, 5)) environment.log(words)
  if (finding !== undefined) environment.log(JSON.stringify(finding))
  return {
    passed: differences.length + holders.callers.wrong.length === 0 && finding === undefined && goesOn && later > 0,
    summary: `restored in ${(restoredMs / 1_000).toFixed(1)} s to ${moment}: of ${countAcknowledged({ saved })} acknowledged until then and ${later} later, ${differences.length} artists differ from what they were; verify and ${heads.length} kept heads ${finding === undefined ? 'hold' : 'FALL SHORT'}; the service ${goesOn ? 'goes on' : 'DOES NOT GO ON'}`,
  }
}

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
