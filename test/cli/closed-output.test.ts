import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import t from 'tap'
import { buildCli } from './run.ts'

t.test('a command whose reader has left ends without a word, and not as if it had been read', async (t) => {
  const args = [await buildCli(), 'token', '--subject', 'mara']
  const env = { PATH: process.env.PATH, DATA_FOLDER: t.testdir() }
  const command = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  command.stdout.destroy()
  const [said, [code]] = await Promise.all([text(command.stderr), once(command, 'close')])
  t.equal(said, '')
  t.equal(code, 1)
})
