import { userInfo } from 'node:os'
import { InvalidArgumentError } from 'commander'

/** The process that a command runs in; a test gives one of its own. */
export type Host = Pick<NodeJS.Process, 'env' | 'stderr' | 'exitCode'> & {
  stdout: Pick<NodeJS.WriteStream, 'write' | 'on' | 'isTTY'> & NodeJS.WritableStream
}

/** One command line: what the options of every command say, and whether the reader of its output has left. */
type CommandState = { json: boolean; as: string | undefined; isOutputClosed: boolean }

const initialState: CommandState = { json: false, as: undefined, isOutputClosed: false }

export let host: Host = process
export let state = { ...initialState }

/** For one command line; a process may run several. */
export function setHost(other: Host): void {
  host = other
  state = { ...initialState }
}

/**
 * Who carries out the command, as the logs name it: `--as`, else `OPERATOR`, else the system's user.
 * @throws InvalidArgumentError for a name that a log cannot hold
 */
export function getOperator(): string {
  const name = state.as ?? host.env.OPERATOR ?? readSystemUser()
  if (name.trim() !== '' && [...name].length <= 200 && !/\p{Cc}/u.test(name)) return name
  throw new InvalidArgumentError('The operator (--as, OPERATOR) must be a name of 1 to 200 characters.')
}

/** A container's user may have a number alone. */
function readSystemUser(): string {
  try {
    return userInfo().username
  } catch {
    return `user ${process.getuid?.()}`
  }
}
