import { Command } from 'commander'
import { setClaim } from '#src/admin/claims.ts'
import { uuid } from './arguments.ts'
import { withDatabase } from './database.ts'
import { print } from './output.ts'

type Options = { artist: string; subject: string }

export function claimCommand(): Command {
  return new Command('claim')
    .description('Who may speak for an artist.')
    .addCommand(decision('approve', 'approved').description('Let a user act for the artist.'))
    .addCommand(decision('revoke', 'revoked').description("Take back a user's claim; his next call is refused."))
}

const decision = (name: string, state: 'approved' | 'revoked') =>
  new Command(name)
    .requiredOption('--artist <uuid>', 'the artist', uuid)
    .requiredOption('--subject <subject>', "the user's subject")
    .action(async ({ artist, subject }: Options) => {
      const outcome = await withDatabase((db) => setClaim(db, { artistId: artist, subject, state }))
      print({ status: 'ok', artistId: artist, subject, state, outcome })
    })
