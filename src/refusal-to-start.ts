import { ConfigError } from './config.ts'
import { EmbeddedError } from './database/embedded.ts'
import { MigrationRefused } from './database/migrate.ts'
import { problemOf } from './database/violations.ts'

/** Why the service does not start, for the person who starts it: words where one setting mends it, the stack where it is a defect. */
export function refusalToStart(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof ConfigError || error instanceof EmbeddedError || error instanceof MigrationRefused) {
    return error.message
  }
  const { code, syscall } = error as NodeJS.ErrnoException
  if (syscall === 'listen') return `${error.message}; HOST and PORT say where it listens`
  if (problemOf(error) !== undefined) return `DATABASE_URL leads to no database that answers (${code ?? error.message})`
  return error.stack ?? error.message
}
