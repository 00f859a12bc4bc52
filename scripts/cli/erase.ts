import { Command } from 'commander'
import { describeErasable, type ErasableArtist, eraseArtist, purgeDeletedRows } from '#src/admin/erase.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import type { Database } from '#src/database/database.ts'
import { parseArtistId, parseReason } from './arguments.ts'
import { isConfirmed } from './confirm.ts'
import { withDatabase } from './database.ts'
import { writeExport } from './export.ts'
import { printResult, say } from './output.ts'

const use = `
What is removed: every row of the artist in every table, the search index and the jobs among them, in one transaction. What stays: an event of the
operators' log with the reason, the counts of the rows and the last head of the artist's own log, by which "verify --head" tells an artist who was
erased from one who was lost; and users, who belong to no artist. Name no private thing in the reason: it stays.

Services may run. None of them keeps a row of an artist beyond a request, so each refuses the next one; a slice under way writes nothing more.
A command that was killed has erased everything or nothing; run again it goes on. Where the service signs in with a role that owns nothing, run this with
the owner's. Backups, archived logs and exports keep what they hold until they are removed themselves.

  npm run -s cli -- artist erase --artist 0198f3a2-… --because 'Asked for by letter of May 3rd' --export mara.jsonl`

type Options = { artist: string; because: string; export?: string; yes: boolean }

export const eraseCommand = () =>
  new Command('erase')
    .description('Remove everything of one artist permanently; it is counted first and then confirmed.')
    .requiredOption('--artist <uuid>', 'the artist', parseArtistId)
    .requiredOption('--because <reason>', "why; it is kept in the operators' log", parseReason)
    .option('--export <file>', 'first write everything to this file, which import takes back')
    .option('--yes', 'do not ask', false)
    .addHelpText('after', use)
    .action(runErase)

async function runErase({ artist, because, export: file, yes }: Options) {
  await withDatabase(async (db) => {
    const found = await describeErasable(db, artist)
    if (found !== undefined) await confirm(found, file, yes)
    const exported = found && file !== undefined ? { file, ...(await exportFirst(db, artist, file)) } : null
    const expected = exported === null ? undefined : found?.head
    const erased = await eraseArtist(db, { artistId: artist, because, expected })
    await purgeDeletedRows(db)
    const sentence = erased.outcome === 'erased' ? 'Everything is gone.' : 'It was erased before.'
    printResult(sentence, { status: 'ok', artistId: artist, ...erased, export: exported })
  })
}

async function confirm({ name, head, rows }: ErasableArtist, file: string | undefined, yes: boolean): Promise<void> {
  for (const [table, count] of Object.entries(rows)) say(`${count} × ${table}`)
  const copy = file === undefined ? 'No copy is kept; --export FILE keeps one.' : `A copy is kept in ${file}.`
  if (yes) return
  const consequence = `Everything of ${JSON.stringify(name)} up to event ${head.seq} is then removed permanently. ${copy}`
  if (!(await isConfirmed(consequence)))
    throw new Problem('invalid_request', { message: 'nothing was erased; see --yes' })
}

async function exportFirst(db: Database, artistId: string, file: string) {
  const { lines, bytes, sha256 } = await writeExport(db, artistId, file)
  say(`${lines} lines, ${bytes} bytes are kept in ${file}`)
  return { lines, bytes, sha256 }
}
