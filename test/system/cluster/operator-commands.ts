import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runCli } from '../../cli/run.ts'
import type { TestEnvironment } from '../environment.ts'

const sample = fileURLToPath(new URL('../../../scripts/samples/import.jsonl', import.meta.url))

/** The artist of the sample. */
const artist = ['--artist', '0198f3a2-6f1e-7c40-9d52-3b1f6a7e0c11']
const because = ['--because', 'For the record']

/** What an operator does with the command line, from an artist's creation to its erasure. */
const buildCommands = (file: string): string[][] => [
  ['import', sample],
  ['import', sample],
  ...['artist find mara', 'artist list', 'claim list --state pending', 'user list'].map((words) => words.split(' ')),
  ['claim', 'approve', ...artist, '--subject', 'nell'],
  ['claim', 'revoke', ...artist, '--subject', 'nell'],
  ['user', 'add', '--subject', 'operator', '--admin'],
  ['user', 'demote', '--subject', 'operator'],
  ['jobs', 'pause', '--kind', 'lore_refresh', ...artist, ...because],
  ['jobs', 'resume', '--kind', 'lore_refresh', ...artist, ...because],
  ...['jobs pauses', 'jobs list', 'trail', 'head'].map((words) => words.split(' ')),
  // Of the jobs that were listed last.
  ['jobs', 'cancel'],
  ['jobs', 'retry'],
  ['verify', ...artist],
  ['export', ...artist, '--out', file],
  ['artist', 'erase', ...artist, ...because, '--yes'],
  ['import', file, '--restore-erased', ...because],
]

/** Runs all of it. Returns how many commands there were. @throws Error for the first that fails */
export async function runOperatorCommands({ folder }: Pick<TestEnvironment, 'folder'>, url: string): Promise<number> {
  const all = buildCommands(join(folder, 'exported.jsonl'))
  let jobIds: string[] = []
  for (const command of all) {
    const args = command.length === 2 && /cancel|retry/.test(command[1] ?? '') ? [...command, ...jobIds] : command
    const { code, stderr, document } = await runCli(args, { DATABASE_URL: url })
    if (args.join(' ') === 'jobs list') jobIds = document.jobs.map(({ jobId }: { jobId: string }) => jobId)
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${stderr.slice(-1_000)}`)
  }
  return all.length
}
