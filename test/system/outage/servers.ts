import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { buildUrl } from '#src/runtime/embedded-postgres/cluster.ts'
import { readServerPid, startServerProcess } from '../../support/embedded.ts'
import { createEnvironmentOn, type TestEnvironment } from '../environment.ts'

export type Server = Awaited<ReturnType<typeof openServer>>

/**
 * A database server of its own with these settings, run by a process that can be killed with it: then it is not
 * restarted.
 */
export async function openServer(
  environment: Pick<TestEnvironment, 'teardown'>,
  folder: string,
  settings: Readonly<Record<string, string>>,
) {
  const { url, child, stop } = await startServerProcess(environment, folder, { settings })
  /** Everything at once, as when the machine fails. */
  async function die(): Promise<void> {
    const ended = once(child, 'exit')
    const pids = listServerProcesses(folder)
    child.kill('SIGKILL')
    signal(pids, 'SIGKILL')
    await ended
  }
  environment.teardown(stop)
  return { folder, url, die, stop }
}

/** The process of the embedded server of this folder, and all of its sessions and writers. */
export function listServerProcesses(folder: string): number[] {
  const server = readServerPid(folder)
  const children = readFileSync(`/proc/${server}/task/${server}/children`, 'utf8')
  // A signal to process 0 would reach this process and its whole group.
  return [server, ...(children.match(/\d+/g) ?? []).map(Number)]
}

/** Sends a signal to each that still exists. */
export function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

/**
 * A test environment on the embedded database of a running service (`npm start`) in `dataFolder`. This server has every
 * durability setting, which test servers omit for speed. This process only joins it; it neither starts nor stops it.
 */
export async function joinDatabase(
  environment: TestEnvironment,
  dataFolder: string,
): Promise<TestEnvironment & { server: string }> {
  const server = join(dataFolder, 'postgres')
  return { ...createEnvironmentOn(environment, readUrl(server)), server }
}

/** The server's lock file has its port in the fourth line. */
function readUrl(server: string): string {
  const lock = readFileSync(join(server, 'data', 'postmaster.pid'), 'utf8').split('\n')
  return buildUrl({ port: Number(lock[3]), password: readFileSync(join(server, 'password'), 'utf8') })
}

/** Whether the server keeps what it has acknowledged through a crash of the machine, by its own settings. */
export async function isDurable({ db }: TestEnvironment): Promise<boolean> {
  const { rows } = await sql<{ durable: boolean }>`select current_setting('fsync') = 'on'
    and current_setting('synchronous_commit') = 'on' and current_setting('full_page_writes') = 'on' as durable`.execute(
    db,
  )
  return rows[0]?.durable ?? false
}
