import { Command } from 'commander'
import { buildArtistCommand } from './artist.ts'
import { claimCommand } from './claim.ts'
import { buildDbCommand } from './db.ts'
import { exportCommand } from './export.ts'
import { buildHeadCommand } from './head.ts'
import { describeOption, formatSubcommand, nameUsage } from './help.ts'
import { importCommand } from './import.ts'
import { buildJobsCommand } from './jobs/command.ts'
import { migrateCommand } from './migrate.ts'
import { isHelp, reportFailure, requestJson, tolerateClosedOutput } from './output.ts'
import { resetCommand } from './reset.ts'
import { buildTokenCommand } from './token.ts'
import { buildTrailCommand } from './trail.ts'
import { buildUserCommand } from './user.ts'
import { verifyCommand } from './verify.ts'

const settings = `
The database is that of DATABASE_URL; without it the one of this machine, which lies in DATA_FOLDER and is shared with a service that runs here.
src/config/README.md has every setting. Exit code 0: it is done. 1: it is refused or has failed, or "verify" has found something; the document
then says "status": "error", and why in "error"; a failure has a "code", what was found a "finding".

  npm run -s cli -- artist find mara
  DATABASE_URL=postgresql://… npm run -s cli -- import mara.jsonl`

const program = new Command('cli')
  .description(
    'What an operator does to Sittings. At a terminal each command prints a sentence, and a listing a table. ' +
      'Where stdout is no terminal, or with --json, each prints one JSON document, and words for people go to stderr.',
  )
  .option('--json', 'print the JSON document at a terminal, too')
  .on('option:json', requestJson)
program.addHelpText('after', settings)
for (const command of [
  migrateCommand(),
  buildArtistCommand(),
  buildUserCommand(),
  claimCommand(),
  buildTokenCommand(),
  importCommand(),
  exportCommand(),
  buildTrailCommand(),
  buildJobsCommand(),
  buildHeadCommand(),
  verifyCommand(),
  buildDbCommand(),
  resetCommand(),
]) {
  program.addCommand(command)
}
setUp(program)
tolerateClosedOutput()

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
    .exitOverride((error) => {
      throw nameUsage(error, command)
    })
    .configureOutput({ outputError: () => {} })
    .configureHelp({
      showGlobalOptions: true,
      optionDescription: describeOption,
      subcommandDescription: formatSubcommand,
    })
    .usage([...required.map(({ flags }) => flags), command.usage()].join(' '))
  for (const child of command.commands) setUp(child)
}
