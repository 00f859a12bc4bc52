import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { ensureBuild } from './support/built.ts'
import { checkNames } from './system/registry.ts'

const script = fileURLToPath(new URL('./system/run.ts', import.meta.url))

// Every short form takes a minute at most, and here they share the machine with other tests.
t.setTimeout(checkNames.length * 120_000)
// Many of them wait more than they work: leases, deadlines, processes that start.
t.jobs = 2

// Each check starts services, and the build starts in a third of the time; it is also what is deployed.
const env = { ...process.env, PROGRAM: join(await ensureBuild(), 'server.js') }

/** A process runs several: to start one takes as long as a short check. */
const checksEach = 3

async function runChecks(...args: string[]) {
  const child = spawn(process.execPath, [script, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code, err, out, figures: out.trimEnd().split('\n') }
}

for (let at = 0; at < checkNames.length; at += checksEach) {
  const names = checkNames.slice(at, at + checksEach)
  t.test(
    `the short forms of the system tests ${names.join(', ')} pass, and their figures are the last lines`,
    { buffered: true },
    async (t) => {
      const checks = await runChecks(...names, '--short')
      const figures = checks.figures.slice(-names.length)
      for (const [at, name] of names.entries())
        t.match(figures[at], new RegExp(`^holds: ${name}: `), figures[at] ?? name)
      t.equal(checks.code, 0)
      t.comment(checks.code === 0 ? figures.join('\n') : checks.out + checks.err)
    },
  )
}

t.test('an unknown system test is refused with the list of names', async (t) => {
  const { code, err } = await runChecks('kils')
  t.equal(code, 2)
  t.match(err, `no system test kils; there are ${checkNames.slice(0, 3).join(', ')}`)
})
