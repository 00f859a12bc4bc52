import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { ensureBuild } from './support/built.ts'
import { shortTestNames } from './system/registry.ts'

const script = fileURLToPath(new URL('./system/run.ts', import.meta.url))

// Every short form takes a minute at most, and here they share the machine with other tests.
t.setTimeout(shortTestNames.length * 120_000)
// Many of them wait more than they work: leases, deadlines, processes that start.
t.jobs = 2

// Each system test starts services, and the build starts in a third of the time; it is also what is deployed.
const env = { ...process.env, PROGRAM: join(await ensureBuild(), 'server.js') }

/** To start a process takes as long as a short form. */
const namesPerProcess = 3

async function runSystemTests(...args: string[]) {
  const child = spawn(process.execPath, [script, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code, err, out, lines: out.trimEnd().split('\n') }
}

for (let at = 0; at < shortTestNames.length; at += namesPerProcess) {
  const names = shortTestNames.slice(at, at + namesPerProcess)
  t.test(
    `the short forms of the system tests ${names.join(', ')} pass, and their results are the last lines`,
    { buffered: true },
    async (t) => {
      const { code, err, out, lines } = await runSystemTests(...names, '--short')
      const resultLines = lines.slice(-names.length)
      for (const [at, name] of names.entries())
        t.match(resultLines[at], new RegExp(`^passed: ${name}: `), resultLines[at] ?? name)
      t.equal(code, 0)
      t.comment(code === 0 ? resultLines.join('\n') : out + err)
    },
  )
}

t.test('an unknown system test is refused with the list of names', async (t) => {
  const { code, err } = await runSystemTests('kils')
  t.equal(code, 2)
  t.match(err, /no system test kils; there are \w+, /)
})

t.test('a nightly system test has no short form', async (t) => {
  const { code, err } = await runSystemTests('kills', '--short')
  t.equal(code, 2)
  t.match(err, /kills runs whole/)
})
