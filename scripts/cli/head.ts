import { Command } from 'commander'
import { listAuditHeads } from '#src/admin/audit-heads.ts'
import { parseArtistId } from './arguments.ts'
import { withDatabase } from './database.ts'
import { formatCount, print, printToStderr } from './output.ts'

const use = `
One JSON document a line: {artistId, seq, hash, at} of the newest event. Keep the lines where no writer of the database can
write; "verify --head FILE" then proves that nothing up to these events was altered, removed or put in since. A file may hold
the heads of many artists and of many days:

  npm run -s cli -- head >> heads.jsonl`

export function buildHeadCommand(): Command {
  return new Command('head')
    .description("Print the newest link of each artist's audit trail, whose hash covers all that came before it.")
    .option('--artist <uuid>', 'only of this artist', parseArtistId)
    .addHelpText('after', use)
    .action(runHead)
}

async function runHead({ artist }: { artist?: string }) {
  const heads = await withDatabase((db) => listAuditHeads(db, artist))
  for (const head of heads) print(head)
  printToStderr(formatCount(heads.length, 'head'))
}
