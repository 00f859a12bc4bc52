import { join } from 'node:path'
import t from 'tap'
import { sampleIdentities } from '#src/config/sample-identities.ts'
import { samples } from '../admin/files.ts'
import { openCommandLine } from './run.ts'

const { artistId } = sampleIdentities

/** What the command line prints where its stdout says that it is a terminal. */
const { folder, run: atTerminal } = await openCommandLine(t, true)

t.test('at a terminal each change is a sentence on stdout', async (t) => {
  const artist = ['--artist', artistId]
  const changes: [args: string[], said: RegExp][] = [
    [['import', samples], /^32 added, 0 changed, 0 unchanged; 0 artists put back\n$/],
    [['artist', 'add', '--name', 'Ivo\u001b Lantern'], /^Added "Ivo\\u001b Lantern" as artist [0-9a-f-]{36}\.\n$/],
    [['user', 'add', '--subject', 'pat'], /^User pat was added\.\n$/],
    [['user', 'add', '--subject', 'pat', '--admin'], /^User pat is an administrator now\.\n$/],
    [['user', 'add', '--subject', 'pat', '--admin'], /^Nothing was changed: there is such a user pat already\.\n$/],
    [['user', 'demote', '--subject', 'pat'], /^User pat is no administrator any more\.\n$/],
    [
      ['claim', 'approve', ...artist, '--subject', 'pat'],
      /^From now on user pat may speak for artist 0198f3a2-.*\.\n$/,
    ],
    [['claim', 'revoke', ...artist, '--subject', 'pat'], /^From now on user pat may not speak for artist .*\.\n$/],
    [
      ['claim', 'revoke', ...artist, '--subject', 'pat'],
      /^Nothing was changed: user pat may not speak for .* already\.\n$/,
    ],
    [['jobs', 'pause', '--kind', 'lore_refresh', '--because', 'x'], /^lore_refresh of every artist: paused\.\n$/],
    [['jobs', 'resume', '--kind', 'lore_refresh', '--because', 'x'], /^lore_refresh of every artist: resumed\.\n$/],
    [['migrate'], /^The database has every migration\.\n$/],
    [['export', ...artist, '--out', join(folder, 'mara.jsonl')], /^\d+ lines, \d+ bytes in .*mara\.jsonl\n$/],
    [['verify'], /^everything fits: 2 artists\n$/],
    [['artist', 'erase', ...artist, '--because', 'x', '--yes'], /^Everything is gone\.\n$/],
    [['token', '--subject', 'mara'], /^[\w-]+\.[\w-]+\.[\w-]+\n$/],
  ]
  for (const [args, said] of changes) {
    const { code, stdout, stderr } = await atTerminal(...args)
    t.equal(code, 0, stderr)
    t.match(stdout, said, args.slice(0, 2).join(' '))
  }
})

t.test('the pauses of the jobs are listed with the name of the artist', async (t) => {
  const ivo = ['--artist', '0198f3a2-6f1e-7c40-9d52-3b1f6a7e0c99']
  await atTerminal('artist', 'add', '--name', 'Ivo Reed', '--id', ivo[1] as string)
  await atTerminal('jobs', 'pause', '--kind', 'lore_refresh', ...ivo, '--because', 'x')
  t.match((await atTerminal('jobs', 'pauses')).stdout, /^lore_refresh +Ivo Reed +20.* +x$/m)
})

t.test('a refusal at a terminal is one sentence, and with --json every command prints its document', async (t) => {
  const refused = await atTerminal('claim', 'approve', '--artist', artistId, '--subject', 'pat')
  t.match(refused, { code: 1, stdout: '', stderr: /^error: There is no artist/ })
  t.match((await atTerminal('user', 'list', '--json')).document, { status: 'ok', users: Array })
  t.match((await atTerminal('user', 'add', '--subject', 'pat', '--json')).document, { outcome: 'unchanged' })
  t.match((await atTerminal('--json', 'user', 'demote', '--subject', 'nobody')).document, { code: 'not_found' })
  t.match((await atTerminal('user', 'list')).stdout, /^subject +isAdmin/)
})
