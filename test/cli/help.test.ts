import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import t from 'tap'
import { buildCli, runCli, runCliProcess } from './run.ts'

const uuid = '0198f3b0-0000-7000-8000-00000000000a'
const run = (args: string[]) => runCli(args, {})

/** The commands that a help text lists, without its own. */
function commandsIn(help: string): string[] {
  // The examples and settings that follow the list are no commands: taken for some, they would be asked without end.
  const listed = help.split(/^Commands:\n/m)[1]?.split('\n\n')[0] ?? ''
  return [...listed.matchAll(/^ {2}(\w[\w-]*)/gm)].flatMap(([, name]) => name ?? [])
}

/** Every command of the command line, by its own help texts. */
async function helps(path: string[] = []): Promise<{ path: string[]; code: number; stdout: string; stderr: string }[]> {
  const own = { path, ...(await run([...path, '--help'])) }
  const below = await Promise.all(commandsIn(own.stdout).map((name) => helps([...path, name])))
  return [own, ...below.flat()]
}

t.test('every command takes --help, which goes to stdout and says what the command does', async (t) => {
  const all = await helps()
  t.ok(all.length > 30, `${all.length} commands`)
  for (const { path, code, stdout, stderr } of all) {
    t.equal(code, 0, `${path.join(' ')} --help`)
    t.match(stdout, new RegExp(`^Usage: ${['cli', ...path].join(' ')}`))
    t.match(stdout.split('\n')[2], /\w{4}/, 'with a description')
    t.equal(stderr, '')
  }
})

t.test('an unknown command is refused with one JSON document, the reason on stderr and exit code 2', async (t) => {
  const wrong = [
    { args: ['erase', '--artist', uuid], reason: 'there is no command erase: it is "artist erase"' },
    { args: ['polish'], reason: "unknown command 'polish'" },
    { args: [], reason: 'a command is required; commands of cli: migrate, artist, ' },
    { args: ['claim'], reason: 'a command is required; commands of cli claim: list, approve, revoke' },
    { args: ['claim', 'find'], reason: "unknown command 'find'; commands of cli claim: list, approve, revoke" },
    { args: ['token'], reason: "required option '--subject <subject>' not specified" },
    { args: ['token', '--subject'], reason: "option '--subject <subject>' argument missing" },
    { args: ['token', '--subject', 'x', '--until', '1'], reason: "unknown option '--until'" },
    { args: ['token', '--subject', 'x', '--ttl', '1e3'], reason: /ttl.* must be a whole number from 1 to 86400/ },
    { args: ['token', '--subject', ''], reason: /^--subject: must NOT have fewer than 1 characters$/ },
    { args: ['import'], reason: "missing required argument 'file'" },
    { args: ['export', '--artist', 'seven'], reason: /must be a UUID/ },
    { args: ['jobs', 'why', 'seven'], reason: 'It must be a UUID, which "jobs list" prints' },
    { args: ['claim', 'list', '--artist', 'Mara'], reason: 'It must be a UUID, which "artist list NAME" prints' },
    { args: ['jobs', 'cancel'], reason: "missing required argument 'job'" },
    { args: ['jobs', 'retry', uuid, 'seven'], reason: 'It must be a UUID, which "jobs list" prints' },
    { args: ['claim', 'list', '--state', 'open'], reason: /Allowed choices are pending, approved, revoked/ },
    { args: ['jobs', 'pause', '--kind', 'lore_refresh'], reason: "required option '--because <reason>' not specified" },
    { args: ['jobs', 'pause', '--because', 'x'], reason: /kind>' not specified; usage: cli jobs pause --kind <kind> / },
    { args: ['jobs', 'pause', '--kind', 'lore_refresh', '--because', ' '], reason: /must be a reason of 1 to 500/ },
    { args: ['artist', 'list', '--limit', '0'], reason: /must be a whole number from 1 to 1000/ },
  ]
  for (const { args, reason } of wrong) {
    const { code, document, stderr } = await run(args)
    t.equal(code, /^--/.test(document.error) ? 1 : 2, args.join(' '))
    t.match(document, { status: 'error', code: 'invalid_request', error: reason })
    t.ok(stderr.endsWith(`error: ${document.error}\n`), stderr)
  }
})

t.test('the command line as a process prints the same, of the sources and as it is deployed', async (t) => {
  for (const args of [
    ['token', '--help'],
    ['token', '--subject', ''],
  ]) {
    const expected = await run(args)
    t.same(await runCliProcess(args, {}), expected, args.join(' '))
    t.same(await runCliProcess(args, {}, await buildCli()), expected, args.join(' '))
  }
})

t.test('a command whose reader has left ends without a word, and not as if it had been read', async (t) => {
  const args = [await buildCli(), 'token', '--subject', 'mara']
  const env = { PATH: process.env.PATH, DATA_FOLDER: t.testdir() }
  const command = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  command.stdout.destroy()
  const [said, [code]] = await Promise.all([text(command.stderr), once(command, 'close')])
  t.equal(said, '')
  t.equal(code, 1)
})
