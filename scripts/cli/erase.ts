import { Command } from 'commander'
import { eraseArtist, findErasable, purgeDeletedRows } from '#src/admin/erase.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { parseArtistId, parseReason } from './arguments.ts'
import { withDatabase } from './database.ts'
import { getOperator } from './host.ts'
import { isConfirmed, printResult } from './output.ts'

const use = `
Removed: every row of the artist in every table, with the search index and the jobs, in one transaction. Kept: one event of the operators' log (the
reason, the counts of the rows, the last head of the audit trail), and users, who belong to no artist. Because of the event, "verify --head" reports the
artist as erased and not as missing. Write nothing private in the reason.

Services may run: they refuse every next request for the artist, and a running slice writes nothing more. If the command is killed, it has erased
everything or nothing; run it again. Sign in with the role that owns the tables.

After the transaction the tables are vacuumed and their statistics recomputed; a snapshot that another session holds keeps the deleted rows on their
pages until it ends and vacuum runs again. The freed space is reused, not overwritten. Each of these has the artist until it is deleted or expires: the
server's log of changes (WAL) and its archive, base backups, exports, standbys that have not caught up, and the disk's own snapshots.

What is said between "export" and this command is in no copy, so revoke the claims first.

  npm run -s cli -- export --artist 0198f3a2-… --out mara.jsonl       # keeps a copy, which import takes back
  npm run -s cli -- artist erase --artist 0198f3a2-… --because 'Asked for by letter of May 3rd'`

type Options = { artist: string; because: string; yes: boolean }

export const buildEraseCommand = () =>
  new Command('erase')
    .description('Remove everything of one artist permanently, once it is confirmed.')
    .requiredOption('--artist <uuid>', 'the artist', parseArtistId)
    .requiredOption('--because <reason>', "why; it is kept in the operators' log", parseReason)
    .option('--yes', 'do not ask', false)
    .addHelpText('after', use)
    .action(runErase)

async function runErase({ artist, because, yes }: Options) {
  await withDatabase(async (db) => {
    const found = await findErasable(db, artist)
    const consequence = `Everything of ${JSON.stringify(found?.name)} is then removed permanently; "export" keeps a copy.`
    if (found !== undefined && !yes && !(await isConfirmed(consequence)))
      throw new Problem('invalid_request', { message: 'nothing was erased; see --yes' })
    const erased = await eraseArtist(db, { artistId: artist, because, operator: getOperator() })
    await purgeDeletedRows(db)
    const sentence = erased.outcome === 'erased' ? 'Everything is gone.' : 'It was erased before.'
    printResult(sentence, { status: 'ok', artistId: artist, ...erased })
  })
}
