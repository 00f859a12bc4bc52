import { type Command, CommanderError } from 'commander'

const listNames = (command: Command) => command.commands.map((child) => child.name()).join(', ')

/** Help that was asked for, and refusals that name the option and what it takes. */
const completeCodes = new Set(['commander.helpDisplayed', 'commander.invalidArgument', 'commander.conflictingOption'])

/** A refusal with the way to call the command. */
export function nameUsage(refusal: CommanderError, command: Command): CommanderError {
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
