import { Command } from 'commander'
import { listEvents, listOperatorEvents, type TrailFilter } from '#src/admin/listing.ts'
import { createInvalidRequest } from '#src/contract/problems/problem.ts'
import { buildLimitOption, parseArtistId, parseMoment } from './arguments.ts'
import { withDatabase } from './database.ts'
import { printPage } from './table.ts'

type Options = { artist?: string; since?: Date; actor?: string; about?: string; limit: number }

const use = `
Of an artist: the events of its audit trail, with the user who acted (the actor), what was changed (the subject), and the revision that it had before and
has since. Where an operator acted there is no actor but an operator; where the service acted by itself, neither. Without --artist: the operators' own log. It has
who was made an administrator, which jobs were paused, and who was erased, each with the operator. Whether a log is whole is for "verify" to say.

  npm run -s cli -- trail --artist 0198f3a2-… --since 24h
  npm run -s cli -- trail --artist 0198f3a2-… --actor mara
  npm run -s cli -- trail --about artist:0198f3a2-…`

export function buildTrailCommand(): Command {
  return new Command('trail')
    .description('Who changed what, when, and from which revision to which; the newest first.')
    .option('--artist <uuid>', "of this artist (default: the operators' own log)", parseArtistId)
    .option('--since <moment>', 'only from then on: an age (90s, 15m, 12h, 2d), a day (UTC) or an instant', parseMoment)
    .option('--actor <subject>', 'only what this user changed; of an artist')
    .option(
      '--about <subject>',
      'only what concerns this, as the column "subject" names it: entry:…, claim:…, artist:…',
    )
    .addOption(buildLimitOption())
    .addHelpText('after', use)
    .action(runTrail)
}

async function runTrail({ artist, about, actor, ...rest }: Options) {
  const filter: TrailFilter = { ...rest, actor, subject: about }
  if (artist !== undefined) {
    const page = await withDatabase((db) => listEvents(db, artist, filter))
    const columns = ['seq', 'at', 'actor', 'operator', 'action', 'fromRevision', 'toRevision', 'subject'] as const
    return printPage('events', page, columns, { artistId: artist })
  }
  if (actor !== undefined)
    throw createInvalidRequest('--actor', "needs --artist: the operators' own log names no actor")
  const page = await withDatabase((db) => listOperatorEvents(db, filter))
  printPage('events', page, ['seq', 'at', 'action', 'subject', 'details'])
}
