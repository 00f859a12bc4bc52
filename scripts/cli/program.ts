import { Command, Help, type Option } from 'commander'
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
setUp(program)

try {
  await program.parseAsync()
} catch (error) {
  if (!isHelp(error)) reportFailure(error)
}

/**
 * Commander would end the process by itself, without the JSON document; its help shows no difference between an option
 * that is required and any other. It takes settings command by command.
 */
function setUp(command: Command) {
  const required = command.options.filter(({ mandatory }) => mandatory)
  command
    .helpCommand(false)
    .exitOverride()
    .configureOutput({ outputError: () => {} })
    .configureHelp({ optionDescription: describeOption })
    .usage([...required.map(({ flags }) => flags), command.usage()].join(' '))
  for (const child of command.commands) setUp(child)
}

/** "default: false" of a flag says nothing. */
function describeOption(option: Option): string {
  const described = new Help().optionDescription(option).replace(' (default: false)', '')
  return option.mandatory ? `${described} (required)` : described
}
