import { Command, CommanderError } from 'commander'
import { buildArtistCommand } from './artist.ts'
import { buildClaimCommand } from './claim.ts'
import { buildDbCommand } from './distribution.ts'
import { buildExportCommand } from './export.ts'
import { type Host, host, setHost, state } from './host.ts'
import { buildImportCommand } from './import.ts'
import { buildJobsCommand } from './jobs.ts'
import { buildMigrateCommand } from './migrate.ts'
import { isHelp, reportFailure, tolerateClosedOutput } from './output.ts'
import { buildResetCommand } from './reset.ts'
import { buildTokenCommand } from './token.ts'
import { buildTrailCommand } from './trail.ts'
import { buildUserCommand } from './user.ts'
import { buildHeadCommand, buildVerifyCommand } from './verify.ts'

const settings = `
The database is that of DATABASE_URL; without it the one of this machine, which lies in DATA_FOLDER and is shared with a service that runs here.
src/config/README.md has every setting. Exit code 0: it is done. 1: it is refused or has failed, or "verify" has found something. 2: there is no such
command, option or value of one. The document then says "status": "error", and why in "error"; a failure has a "code", what was found a "finding".

  npm run -s cli -- artist find mara
  DATABASE_URL=postgresql://… npm run -s cli -- import mara.jsonl`

/** Runs one command line, whose outcome is the host's exit code. */
export async function runProgram(args: readonly string[], inHost: Host = process): Promise<void> {
  setHost(inHost)
  tolerateClosedOutput()
  const program = buildProgram()
  setUp(program)
  try {
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    if (!isHelp(error)) reportFailure(error)
  }
}

const buildProgram = () =>
  new Command('cli')
    .description(
      'What an operator does to Sittings. At a terminal each command prints a sentence, and a listing a table. ' +
        'Where stdout is no terminal, or with --json, each prints one JSON document, and words for people go to stderr.',
    )
    .option('--json', 'print the JSON document at a terminal, too')
    .on('option:json', () => void Object.assign(state, { json: true }))
    .option('--as <operator>', "who you are, for the logs (default: OPERATOR, else the name of the system's user)")
    .on('option:as', (as: string) => void Object.assign(state, { as }))
    .addHelpText('after', settings)
    .addCommand(buildMigrateCommand())
    .addCommand(buildArtistCommand())
    .addCommand(buildUserCommand())
    .addCommand(buildClaimCommand())
    .addCommand(buildTokenCommand())
    .addCommand(buildImportCommand())
    .addCommand(buildExportCommand())
    .addCommand(buildTrailCommand())
    .addCommand(buildJobsCommand())
    .addCommand(buildHeadCommand())
    .addCommand(buildVerifyCommand())
    .addCommand(buildDbCommand())
    .addCommand(buildResetCommand())

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
    .configureOutput({ outputError: () => {}, writeOut: (text) => host.stdout.write(text) })
    .configureHelp({ showGlobalOptions: true })
    .usage([...required.map(({ flags }) => flags), command.usage()].join(' '))
  for (const child of command.commands) setUp(child)
}

const listNames = (command: Command) => command.commands.map((child) => child.name()).join(', ')

/** Help that was asked for, and refusals that name the option and what it takes. */
const completeCodes = new Set(['commander.helpDisplayed', 'commander.invalidArgument', 'commander.conflictingOption'])

/** A refusal with the way to call the command. */
function nameUsage(refusal: CommanderError, command: Command): CommanderError {
  if (completeCodes.has(refusal.code)) return refusal
  // Commander has shown the help; its own message is a placeholder.
  const what =
    refusal.code === 'commander.help'
      ? 'a command is required'
      : refusal.message.replaceAll('\n', ' ').replace(/\.$/, '')
  const elsewhere = refusal.code === 'commander.unknownCommand' ? findElsewhere(command) : undefined
  if (elsewhere !== undefined) return new CommanderError(refusal.exitCode, refusal.code, elsewhere)
  const path = getPath(command)
  const usage =
    command.commands.length > 0 ? `commands of ${path}: ${listNames(command)}` : `usage: ${path} ${command.usage()}`
  return new CommanderError(refusal.exitCode, refusal.code, `${what}; ${usage}`)
}

/** A command that belongs to a group, called without it. */
function findElsewhere(command: Command): string | undefined {
  const [name] = command.args
  const paths = command.commands.flatMap((group) =>
    group.commands.flatMap((child) => (child.name() === name ? [`"${group.name()} ${name}"`] : [])),
  )
  return paths.length === 0 ? undefined : `there is no command ${name}: it is ${paths.join(' or ')}`
}

const getPath = (command: Command): string =>
  command.parent === null ? command.name() : `${getPath(command.parent)} ${command.name()}`
