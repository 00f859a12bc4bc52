import { Command } from 'commander'
import { demoteUser, saveUser } from '#src/admin/users.ts'
import { refuseUnfit } from './arguments.ts'
import { withDatabase } from './database.ts'
import { print } from './output.ts'

type Options = { subject: string; admin?: true }

export function userCommand(): Command {
  const add = new Command('add')
    .description('Add a user, or make one an administrator; asked for what is so already it changes nothing.')
    .requiredOption('--subject <subject>', 'the subject of his access tokens')
    .option('--admin', 'with the rights of an administrator')
    .action(runAdd)
  const demote = new Command('demote')
    .description("Take an administrator's rights back; the user stays, with the claims that were approved.")
    .requiredOption('--subject <subject>', "the user's subject")
    .action(runDemote)
  return new Command('user').description('Users: whoever signs in.').addCommand(add).addCommand(demote)
}

async function runAdd({ subject, admin }: Options) {
  refuseUnfit('user', { subject })
  const outcome = await withDatabase((db) => saveUser(db, { subject, admin: admin ?? null }))
  print({ status: 'ok', subject, outcome })
}

async function runDemote({ subject }: Options) {
  const outcome = await withDatabase((db) => demoteUser(db, subject))
  print({ status: 'ok', subject, outcome })
}
