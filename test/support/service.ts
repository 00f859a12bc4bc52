import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const server = fileURLToPath(new URL('../../src/server.ts', import.meta.url))

/** Milliseconds after which a process counts as hanging: well above the service's own time to close. */
const stuckMs = 60_000

export type Service = {
  base: string
  process: ChildProcess
  /** The whole output of the process so far, both streams. */
  output: () => string
  /**
   * Ends the process; its exit code, or null when a signal ended it. Its own database ends with it by SIGTERM alone:
   * after SIGKILL it would go on writing into a folder which the test removes.
   */
  end: (signal: NodeJS.Signals) => Promise<number | null>
}

/**
 * The service as `npm start` runs it (`program`: the build instead), in a process of its own, on a free port; resolves
 * once it has printed its address.
 */
export async function startService(
  env: Record<string, string>,
  program = server,
  flags: readonly string[] = [],
): Promise<Service> {
  const child = spawn(process.execPath, [...flags, program], {
    env: { PATH: process.env.PATH, PORT: '0', SCHEDULER_SECONDS: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let written = ''
  const base = await new Promise<string>((resolve, reject) => {
    const take = (chunk: Buffer) => {
      written += chunk.toString('utf8')
      // The address comes first: a service that logs every request writes megabytes after it.
      const address = written.length < 100_000 ? /Sittings \w+ at (http:\S+)/.exec(written)?.[1] : undefined
      if (address !== undefined && written.includes(`${address}/console`)) resolve(address)
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    child.once('exit', (code) => reject(new Error(`The service ended with ${code}: ${written}`)))
  })
  return {
    base,
    process: child,
    output: () => written,
    end: async (signal) => {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
      const exited = once(child, 'exit')
      child.kill(signal)
      const stuck = setTimeout(() => child.kill('SIGKILL'), stuckMs)
      const [code] = await exited
      clearTimeout(stuck)
      return code
    },
  }
}
