import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { addArtist } from '#src/admin/artists.ts'
import { loadConfig } from '#src/config.ts'
import { connect } from '#src/database/connect.ts'
import { operatorTimeouts } from '../../../scripts/cli/database.ts'
import type { TestEnvironment } from '../environment.ts'
import { listServerProcesses, signal } from '../outage/replicas.ts'

const owner = fileURLToPath(new URL('../../support/embedded-owner.ts', import.meta.url))

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
  const child = spawn(process.execPath, [owner, folder, JSON.stringify(settings)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const said = await Promise.race([once(createInterface(child.stdout), 'line'), ended])
  if (child.exitCode !== null) throw new Error(`The server of ${folder} did not start`)
  const { url } = JSON.parse(String(said[0])) as { url: string }
  async function stop(): Promise<void> {
    child.stdin.end()
    await ended
  }
  /** Everything at once, as when the machine fails. */
  async function die(): Promise<void> {
    const pids = listServerProcesses(folder)
    child.kill('SIGKILL')
    signal(pids, 'SIGKILL')
    await ended
  }
  environment.teardown(stop)
  return { folder, url, die, stop }
}

/** The environment with another database. */
export function createEnvironmentOn(environment: TestEnvironment, url: string): TestEnvironment {
  const { pool, timeouts } = loadConfig({})
  const patient = { ...timeouts, ...operatorTimeouts }
  const { db, close } = connect({ url, pool, timeouts: patient, applicationName: 'sittings system test' })
  environment.teardown(close)
  async function createArtist(): Promise<string> {
    const id = environment.newId()
    await addArtist(db, { id, name: 'Mara Quill', bio: null })
    return id
  }
  return { ...environment, url, db, createArtist }
}
