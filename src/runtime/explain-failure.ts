import { ConfigError } from '#src/config.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { MigrationError } from '#src/database/migrations/files.ts'
import { getErrorHint } from '#src/database/sqlstates.ts'
import { toDatabaseProblem } from '#src/database/violations.ts'
import { EmbeddedError } from './embedded-postgres/binaries.ts'

/** Why a command or the start failed, for the operator, who may know the cause that the response of an outage hides. */
export function explainFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code, path, syscall } = error as NodeJS.ErrnoException
  if (syscall === 'open') return `${path}: cannot be opened (${code})`
  if (syscall === 'listen') return `${error.message}; HOST and PORT say where it listens`
  const reason = error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message
  const hint = getErrorHint(((error.cause ?? error) as { code?: unknown }).code)
  const where =
    !(error instanceof Problem) && isOutage(error)
      ? 'The database (DATABASE_URL, or the embedded one) is unavailable: '
      : ''
  // A name with several addresses, none of which answers, fails without a message.
  return `${where}${reason || code}${hint === undefined ? '' : `: ${hint}`}`
}

/** Whether neither a setting nor the system is the reason: the stack is then what helps. */
export const isDefect = (error: unknown): error is Error =>
  error instanceof Error &&
  ![ConfigError, EmbeddedError, MigrationError, Problem].some((type) => error instanceof type) &&
  (error as NodeJS.ErrnoException).syscall === undefined &&
  !isOutage(error)

const isOutage = (error: unknown) => toDatabaseProblem(error)?.code === 'persistence_unavailable'
