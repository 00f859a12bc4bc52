// Builds tap's plugin set once, at install, so that the first `npm test` does not pay for it.
// A production install has no tap; then there is nothing to build.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

if (existsSync(new URL('../node_modules/tap/package.json', import.meta.url))) {
  const { status } = spawnSync('tap build', { stdio: ['ignore', 'ignore', 'inherit'], shell: true })
  process.exitCode = status ?? 1
}
