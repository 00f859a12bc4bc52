import { Command, Option } from 'commander'
import { claimStates, setClaim } from '#src/admin/claims.ts'
import { type ClaimFilter, listClaims } from '#src/admin/listing.ts'
import { buildLimitOption, parseArtistId, parseReason } from './arguments.ts'
import { withDatabase } from './database.ts'
import { getOperator } from './host.ts'
import { printResult } from './output.ts'
import { printPage } from './table.ts'

type Options = { artist: string; subject: string; because?: string }

export function buildClaimCommand(): Command {
  const list = new Command('list')
    .description('The claims, the latest decision first.')
    .addOption(new Option('--state <state>', 'only those in this state').choices(claimStates))
    .option('--artist <uuid>', 'only those to this artist', parseArtistId)
    .option('--subject <subject>', 'only those of this user')
    .addOption(buildLimitOption())
    .action(async ({ artist: artistId, ...filter }: Omit<ClaimFilter, 'artistId'> & { artist?: string }) => {
      const page = await withDatabase((db) => listClaims(db, { artistId, ...filter }))
      printPage('claims', page, ['artistId', 'artist', 'state', 'since', 'subject'])
    })
  return new Command('claim')
    .description('Who may speak for an artist.')
    .addCommand(list)
    .addCommand(buildDecisionCommand('approve', 'approved').description('Let a user act for the artist.'))
    .addCommand(
      buildDecisionCommand('revoke', 'revoked').description("Revoke a user's claim; the user's next call is refused."),
    )
}

const buildDecisionCommand = (name: string, state: 'approved' | 'revoked') =>
  new Command(name)
    .requiredOption('--artist <uuid>', 'the artist', parseArtistId)
    .requiredOption('--subject <subject>', "the user's subject")
    .option('--because <reason>', "why; it is kept in the artist's audit trail", parseReason)
    .action(async ({ artist, subject, because }: Options) => {
      const decision = { artistId: artist, subject, state, because, operator: getOperator() }
      const outcome = await withDatabase((db) => setClaim(db, decision))
      const is = `user ${subject} may ${state === 'approved' ? '' : 'not '}speak for artist ${artist}`
      const sentence = outcome === 'unchanged' ? `Nothing was changed: ${is} already.` : `From now on ${is}.`
      printResult(sentence, { status: 'ok', artistId: artist, subject, state, outcome })
    })
