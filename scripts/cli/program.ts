import { Command } from 'commander'
import { artistCommand } from './artist.ts'
import { claimCommand } from './claim.ts'
import { dbCommand } from './db.ts'
import { exportCommand } from './export.ts'
import { headCommand } from './head.ts'
import { importCommand } from './import.ts'
import { jobsCommand } from './jobs/command.ts'
import { migrateCommand } from './migrate.ts'
import { isHelp, reportFailure } from './output.ts'
import { resetCommand } from './reset.ts'
import { tokenCommand } from './token.ts'
import { trailCommand } from './trail.ts'
import { userCommand } from './user.ts'
import { verifyCommand } from './verify.ts'

const program = new Command('cli').description(
  'What an operator does to Sittings. Each command prints one JSON document, and a listing prints a table where stdout is a terminal; ' +
    'words for people go to stderr.',
)
for (const command of [
  migrateCommand(),
  artistCommand(),
  userCommand(),
  claimCommand(),
  tokenCommand(),
  importCommand(),
  exportCommand(),
  trailCommand(),
  jobsCommand(),
  headCommand(),
  verifyCommand(),
  dbCommand(),
  resetCommand(),
]) {
  program.addCommand(command)
}
throwInsteadOfExit(program)

try {
  await program.parseAsync()
} catch (error) {
  if (!isHelp(error)) reportFailure(error)
}

/**
 * Commander would end the process by itself, without the JSON document; and it takes the setting command by command.
 */
function throwInsteadOfExit(command: Command) {
  command
    .helpCommand(false)
    .exitOverride()
    .configureOutput({ outputError: () => {} })
  for (const child of command.commands) throwInsteadOfExit(child)
}
