import { Command } from 'commander'
import { verifyRecords } from '#src/records/verify.ts'
import { uuid } from './arguments.ts'
import { withDatabase } from './database.ts'
import { print, say } from './output.ts'

export function verifyCommand(): Command {
  return new Command('verify')
    .description(
      'Recompute every revision and chain from the database: texts, questions, answers and their versions, boundaries, corrections, ' +
        'discoveries, Lore, and the audit trail that tells of them. Names the first row that does not fit and exits with 1.',
    )
    .option('--artist <uuid>', 'only this artist', uuid)
    .action(runVerify)
}

async function runVerify({ artist }: { artist?: string }) {
  const { artists, rows, finding } = await withDatabase((db) => verifyRecords(db, artist))
  if (finding === undefined) {
    say(`everything fits: ${artists} artists, ${Object.values(rows).reduce((sum, count) => sum + count, 0)} rows`)
    print({ status: 'ok', artists, rows })
    return
  }
  const error = `${finding.table} ${JSON.stringify(finding.key)} of artist ${finding.artistId}: ${finding.what}`
  say(`error: ${error}`)
  print({ status: 'error', error, finding, artists, rows })
  process.exitCode = 1
}
