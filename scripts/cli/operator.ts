import { userInfo } from 'node:os'
import { InvalidArgumentError } from 'commander'
import { host, state } from './host.ts'

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
