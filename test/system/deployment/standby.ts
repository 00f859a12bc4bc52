import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { queryOnce } from '../../support/embedded.ts'
import { pollUntil } from '../../support/until.ts'
import type { TestEnvironment } from '../environment.ts'
import { signal } from '../outage/processes.ts'
import { takeBaseBackup } from './base-backup.ts'
import { openServer, type Server } from './server.ts'

/**
 * WAL for a minute of load; a standby that falls further behind needs an archive. A promotion may wait for the interval
 * at which a standby asks for more WAL, by default five seconds.
 */
export const primarySettings = {
  fsync: 'off',
  wal_keep_size: '512MB',
  max_connections: '300',
  wal_retrieve_retry_interval: '200ms',
}

/**
 * A streaming standby of a running server, with synchronous replication. The setting is made after the copy: with it a
 * promoted standby would wait for a standby of its own.
 */
export async function openStandby(
  environment: TestEnvironment,
  primary: Server,
  name: string,
  isAwaited: boolean,
): Promise<Server> {
  const folder = join(environment.folder, name)
  mkdirSync(folder)
  cpSync(join(primary.folder, 'password'), join(folder, 'password'))
  await takeBaseBackup(primary.url, join(folder, 'data'), { archived: false })
  writeFileSync(join(folder, 'data', 'standby.signal'), '')
  const { hostname, port, username, password } = new URL(primary.url)
  const standby = await openServer(environment, folder, {
    ...primarySettings,
    primary_conninfo: `host=${hostname} port=${port} user=${username} password=${password}`,
  })
  if (isAwaited) {
    await queryOnce(primary.url, `alter system set synchronous_standby_names = '*'`)
    await queryOnce(primary.url, 'select pg_reload_conf()')
  }
  await pollUntil(async () => {
    const found = await queryOnce<{ state: string }>(primary.url, 'select sync_state as state from pg_stat_replication')
    return found.some(({ state }) => state === (isAwaited ? 'sync' : 'async'))
  }, 60_000)
  return standby
}

/**
 * The standby receives nothing more, as after a network failure just before the end; returns a function that reconnects
 * it.
 */
export async function blockTraffic(standby: Server): Promise<() => void> {
  const found = await queryOnce<{ pid: number }>(standby.url, 'select pid from pg_stat_wal_receiver')
  const pids = found.map(({ pid }) => pid)
  if (pids.length !== 1) throw new Error('The standby has no receiver')
  signal(pids, 'SIGSTOP')
  return () => signal(pids, 'SIGCONT')
}

/** Makes the standby the primary; resolves once it accepts writes. */
export async function promote(standby: Server): Promise<void> {
  await queryOnce(standby.url, 'select pg_promote(true, 60)')
  await pollUntil(async () => {
    const [found] = await queryOnce<{ done: boolean }>(standby.url, 'select not pg_is_in_recovery() as done')
    return found?.done
  }, 60_000)
}
