import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { builtService } from '../support/built.ts'
import { checkNames } from '../system/registry.ts'

const script = fileURLToPath(new URL('../system/run.ts', import.meta.url))

// Every short form takes a minute at most, and here they share the machine with other tests.
t.setTimeout(checkNames.length * 120_000)
// Many of them wait more than they work: leases, deadlines, processes that start.
t.jobs = 2

// Each proof starts services, and what was built of them starts in a third of the time; it is what is deployed, too.
const env = { ...process.env, PROGRAM: join(await builtService(), 'server.js') }

async function runCheck(...given: string[]) {
  const child = spawn(process.execPath, [script, ...given], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code, err, out, figure: out.trimEnd().split('\n').at(-1) ?? '' }
}

for (const name of checkNames) {
  t.test(
    `the proof “${name}” holds in its short form, and its figure is the last line`,
    { buffered: true },
    async (t) => {
      const proof = await runCheck(name, '--short')
      t.ok(proof.figure.startsWith(`holds: ${name}: `), proof.figure, { out: proof.out, err: proof.err })
      t.equal(proof.code, 0)
      t.comment(proof.figure)
    },
  )
}

t.test('a proof that there is not is named, with those that there are', async (t) => {
  const { code, err } = await runCheck('kils')
  t.equal(code, 2)
  t.match(err, `no proof kils; there are ${checkNames.slice(0, 3).join(', ')}`)
})
