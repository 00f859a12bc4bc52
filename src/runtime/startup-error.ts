import { ConfigError } from '#src/config.ts'
import { MigrationError } from '#src/database/migrations/files.ts'
import { toDatabaseProblem } from '#src/database/violations.ts'
import { EmbeddedError } from './embedded-postgres/binaries.ts'

/** The message of a failed start: a sentence where a setting mends it, the stack for a defect. */
export function explainStartupError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof ConfigError || error instanceof EmbeddedError || error instanceof MigrationError) {
    return error.message
  }
  const { code, syscall } = error as NodeJS.ErrnoException
  if (syscall === 'listen') return `${error.message}; HOST and PORT say where it listens`
  if (toDatabaseProblem(error)?.code === 'persistence_unavailable') {
    return `The database does not answer (${code ?? error.message})`
  }
  // An unwritable folder or full disk: the system's message names it.
  if (syscall !== undefined) return error.message
  return error.stack ?? error.message
}
