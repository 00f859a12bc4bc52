import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import t from 'tap'

const root = fileURLToPath(new URL('../..', import.meta.url))

t.test('the page fits the contract’s types, in a browser’s library', async (t) => {
  const child = spawn(process.execPath, ['node_modules/typescript7/bin/tsc', '--noEmit', '-p', 'src/console/page'], {
    cwd: root,
  })
  const [out, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  t.equal(code, 0, out)
})
