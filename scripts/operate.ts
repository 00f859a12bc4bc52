import { Command } from 'commander'
import { artistCommand } from './cli/artist.ts'
import { claimCommand } from './cli/claim.ts'
import { dbCommand } from './cli/db.ts'
import { exportCommand } from './cli/export.ts'
import { headCommand } from './cli/head.ts'
import { importCommand } from './cli/import.ts'
import { jobsCommand } from './cli/jobs.ts'
import { migrateCommand } from './cli/migrate.ts'
import { isHelp, reportFailure } from './cli/output.ts'
import { resetCommand } from './cli/reset.ts'
import { tokenCommand } from './cli/token.ts'
import { userCommand } from './cli/user.ts'
import { verifyCommand } from './cli/verify.ts'

const program = new Command('cli').description(
  'What an operator does to Sittings. Each command prints one JSON document; words for people go to stderr.',
)
for (const command of [
  migrateCommand(),
  artistCommand(),
  userCommand(),
  claimCommand(),
  tokenCommand(),
  importCommand(),
  exportCommand(),
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

/** Commander would end the process by itself, without the JSON document; and it takes the setting command by command. */
function throwInsteadOfExit(command: Command) {
  command
    .helpCommand(false)
    .exitOverride()
    .configureOutput({ outputError: () => {} })
  for (const child of command.commands) throwInsteadOfExit(child)
}
