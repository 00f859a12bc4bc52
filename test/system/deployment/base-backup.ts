import { copyFileSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

/** Files of the running server alone, or created again by the server of the copy. */
const left = new Set(['postmaster.pid', 'postmaster.opts', 'pg_replslot', 'pg_notify', 'pg_stat_tmp', 'pg_wal'])

/**
 * Copies a running server's files between `pg_backup_start` and `pg_backup_stop`, as pg_basebackup does, which the
 * embedded server lacks. The copy is consistent once the WAL written during it is replayed: `archived` waits for it.
 */
export async function takeBaseBackup(url: string, into: string, { archived }: { archived: boolean }): Promise<void> {
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
