import { Command } from 'commander'
import { setClaim } from '#src/admin/claims.ts'
import { type ClaimFilter, listClaims } from '#src/admin/list-claims.ts'
import { limitOption, parseUuid } from './arguments.ts'
import { withDatabase } from './database.ts'
import { print } from './output.ts'
import { buildTable, formatInstant, printListing, sayMore } from './table.ts'

type Options = { artist: string; subject: string }

export function claimCommand(): Command {
  return new Command('claim')
    .description('Who may speak for an artist.')
    .addCommand(listCommand())
    .addCommand(decision('approve', 'approved').description('Let a user act for the artist.'))
    .addCommand(decision('revoke', 'revoked').description("Revoke a user's claim; the user's next call is refused."))
}

const listCommand = () =>
  new Command('list')
    .description('The claims, those decided last first.')
    .option('--pending', 'only those that wait for a decision')
    .option('--artist <uuid>', 'only those to this artist', parseUuid)
    .option('--subject <subject>', 'only those of this user')
    .addOption(limitOption())
    .action(runList)

async function runList({ artist, ...filter }: Omit<ClaimFilter, 'artistId'> & { artist?: string }) {
  const { rows: claims, more } = await withDatabase((db) => listClaims(db, { artistId: artist, ...filter }))
  const table = buildTable(claims, [
    { title: 'artist', value: ({ artistId }) => artistId },
    { title: 'name', value: ({ artist }) => artist },
    { title: 'state', value: ({ state }) => state },
    { title: 'since', value: ({ decidedAt }) => formatInstant(decidedAt) },
    { title: 'subject', value: ({ subject }) => subject },
  ])
  printListing({ status: 'ok', claims, more }, [table])
  sayMore(more, filter.limit)
}

const decision = (name: string, state: 'approved' | 'revoked') =>
  new Command(name)
    .requiredOption('--artist <uuid>', 'the artist', parseUuid)
    .requiredOption('--subject <subject>', "the user's subject")
    .action(async ({ artist, subject }: Options) => {
      const outcome = await withDatabase((db) => setClaim(db, { artistId: artist, subject, state }))
      print({ status: 'ok', artistId: artist, subject, state, outcome })
    })
