import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../..', import.meta.url))

/** The registry's advisories for the locked packages: how many are high or critical, or why it could not be queried. */
export function auditPackages(): { grave: number } | { unanswered: string } {
  const { stdout } = spawnSync('npm', ['audit', '--json'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 100_000_000,
    shell: process.platform === 'win32',
  })
  try {
    const { metadata, message } = JSON.parse(stdout)
    const found = metadata?.vulnerabilities
    if (found === undefined) return { unanswered: String(message ?? 'no answer').split(' - ', 1)[0] ?? '' }
    return { grave: found.high + found.critical }
  } catch {
    return { unanswered: 'npm audit gave no JSON' }
  }
}
