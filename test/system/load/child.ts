import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { TestEnvironment } from '../environment.ts'

/**
 * Starts a script that puts load on the service until it is stopped, in a process of its own, so that it does not slow
 * down the measuring clock. Returns a function that stops it, and returns its report.
 */
export async function startChild<Report>(
  { teardown }: Pick<TestEnvironment, 'teardown'>,
  script: URL,
  args: readonly string[],
): Promise<() => Promise<Report>> {
  const child = fork(fileURLToPath(script), [...args])
  teardown(() => child.kill('SIGKILL'))
  await once(child, 'message')
  return async () => {
    child.send('stop')
    const [report] = (await once(child, 'message')) as [Report]
    return report
  }
}
