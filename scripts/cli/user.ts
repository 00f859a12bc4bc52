import { Command } from 'commander'
import { listUsers, type UserFilter } from '#src/admin/listing.ts'
import { demoteUser, removeUser, saveUser } from '#src/admin/users.ts'
import { buildLimitOption, parseReason, refuseInvalidArgument } from './arguments.ts'
import { withDatabase } from './database.ts'
import { getOperator } from './host.ts'
import { formatCount, printResult } from './output.ts'
import { printPage } from './table.ts'

type Options = { subject: string; admin?: true }

export function buildUserCommand(): Command {
  const add = new Command('add')
    .description('Add a user, or make one an administrator; asked for what is so already it changes nothing.')
    .requiredOption('--subject <subject>', 'the subject of the access tokens')
    .option('--admin', 'with the rights of an administrator')
    .action(runAdd)
  const demote = new Command('demote')
    .description("Take an administrator's rights back; the user stays, with the claims that were approved.")
    .requiredOption('--subject <subject>', "the user's subject")
    .action(runDemote)
  const remove = new Command('remove')
    .description(
      "Remove a user and the user's claims, as the role that owns the tables. What the user has said stays, in the user's name.",
    )
    .requiredOption('--subject <subject>', "the user's subject")
    .requiredOption('--because <reason>', "why; it is kept in the operators' log", parseReason)
    .action(runRemove)
  const list = new Command('list')
    .alias('find')
    .description('The users by subject; with a text those whose subject contains it, in any case.')
    .argument('[text]', 'a part of the subject')
    .option('--admin', 'only administrators, who may act for every artist')
    .addOption(buildLimitOption())
    .action(async (text: string | undefined, filter: UserFilter) => {
      const page = await withDatabase((db) => listUsers(db, { ...filter, text }))
      printPage('users', page, ['subject', 'isAdmin', 'createdAt'])
    })
  return new Command('user')
    .description('Users, by the subject of their tokens.')
    .addCommand(list)
    .addCommand(add)
    .addCommand(demote)
    .addCommand(remove)
}

async function runAdd({ subject, admin }: Options) {
  refuseInvalidArgument('user', { subject })
  const outcome = await withDatabase((db) => saveUser(db, { subject, admin: admin ?? null, operator: getOperator() }))
  const added = `User ${subject} was added${admin ? ' as an administrator' : ''}.`
  const sentences = {
    added,
    changed: `User ${subject} is an administrator now.`,
    unchanged: `Nothing was changed: there is such a user ${subject} already.`,
  }
  printResult(sentences[outcome], { status: 'ok', subject, outcome })
}

async function runDemote({ subject }: Options) {
  const outcome = await withDatabase((db) => demoteUser(db, subject, getOperator()))
  const sentence =
    outcome === 'unchanged'
      ? `Nothing was changed: user ${subject} is no administrator.`
      : `User ${subject} is no administrator any more.`
  printResult(sentence, { status: 'ok', subject, outcome })
}

async function runRemove(removal: { subject: string; because: string }) {
  const { subject } = removal
  const claims = await withDatabase((db) => removeUser(db, { ...removal, operator: getOperator() }))
  const sentence = `User ${subject} was removed, with ${formatCount(claims, 'claim')}.`
  printResult(sentence, { status: 'ok', subject, claims, outcome: 'removed' })
}
