import { Command } from 'commander'
import { listEvents, listOperatorEvents } from '#src/admin/listing.ts'
import { buildLimitOption, parseArtistId } from './arguments.ts'
import { withDatabase } from './database.ts'
import { printPage } from './table.ts'

type Options = { artist?: string; about?: string; limit: number }

const use = `
Of an artist: the events of its audit trail, with the user who acted (the actor), what was changed (the subject), and the revision that it has
since. Where an operator acted there is no actor but an operator; where the service acted by itself, neither. Without --artist: the operators' own log. It has
who was made an administrator, which jobs were paused, and who was erased, each with the operator. Whether a log is whole is for "verify" to say.

  npm run -s cli -- trail --artist 0198f3a2-… --limit 1000 --json | jq '.events[] | select(.actor == "mara")'
  npm run -s cli -- trail --about artist:0198f3a2-…`

export function buildTrailCommand(): Command {
  return new Command('trail')
    .description('Who changed what, and when; the newest first.')
    .option('--artist <uuid>', "of this artist (default: the operators' own log)", parseArtistId)
    .option(
      '--about <subject>',
      'only what concerns this, as the column "subject" names it: entry:…, claim:…, artist:…',
    )
    .addOption(buildLimitOption())
    .addHelpText('after', use)
    .action(runTrail)
}

async function runTrail({ artist, about, limit }: Options) {
  const filter = { subject: about, limit }
  if (artist !== undefined) {
    const page = await withDatabase((db) => listEvents(db, artist, filter))
    const columns = ['seq', 'at', 'actor', 'operator', 'action', 'revision', 'subject'] as const
    return printPage('events', page, columns, { artistId: artist })
  }
  const page = await withDatabase((db) => listOperatorEvents(db, filter))
  printPage('events', page, ['seq', 'at', 'action', 'subject', 'details'])
}
