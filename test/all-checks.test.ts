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

async function runCheck(...args: string[]) {
  const child = spawn(process.execPath, [script, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code, err, out, figure: out.trimEnd().split('\n').at(-1) ?? '' }
}

for (const name of checkNames) {
  t.test(
    `the system test “${name}” passes in its short form, and its figure is the last line`,
    { buffered: true },
    async (t) => {
      const check = await runCheck(name, '--short')
      t.ok(check.figure.startsWith(`holds: ${name}: `), check.figure)
      t.equal(check.code, 0)
      t.comment(check.code === 0 ? check.figure : check.out + check.err)
    },
  )
}

t.test('an unknown system test is refused with the list of names', async (t) => {
  const { code, err } = await runCheck('kils')
  t.equal(code, 2)
  t.match(err, `no system test kils; there are ${checkNames.slice(0, 3).join(', ')}`)
})
