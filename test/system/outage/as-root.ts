import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { SystemTestResult } from '../result.ts'

const script = fileURLToPath(new URL('../run.ts', import.meta.url))

/**
 * Runs a system test again in a process that is root of a user namespace and may therefore mount file systems; returns
 * the result of that process.
 */
export async function runAsRoot(name: string, { short }: { short: boolean }): Promise<SystemTestResult> {
  const again = [process.execPath, script, name, ...(short ? ['--short'] : [])]
  const child = spawn('unshare', ['--user', '--map-root-user', '--mount', '--', ...again], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [out] = await Promise.all([text(child.stdout), once(child, 'exit')])
  const resultLine = out.trimEnd().split('\n').at(-1) ?? ''
  const summary = resultLine.slice(resultLine.indexOf(`${name}: `) + name.length + 2)
  return { passed: resultLine.startsWith('passed: '), summary }
}
