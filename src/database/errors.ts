import { sqlState } from './sqlstates.ts'

/** What a change was decided on has changed before it could be committed: it is read and decided again. */
export class ConflictError extends Error {
  override readonly name = 'ConflictError'
}

/**
 * Lost races, after a full rollback: 23505 (the next event exists) · 23502 and 22012 (`failIfChanged`, `assert…`: a
 * row was changed) · 23503 foreign_key_violation (the artist was erased) · 40001 serialization_failure · 40P01
 * deadlock_detected · CIINF (a shard was moved). Each may succeed when it is retried.
 */
const conflicts = new Set<string>([
  sqlState.uniqueViolation,
  sqlState.notNullViolation,
  sqlState.foreignKeyViolation,
  sqlState.divisionByZero,
  sqlState.serializationFailure,
  sqlState.deadlockDetected,
  sqlState.citusIntermediateResultNotFound,
])

export const isConflict = (error: unknown): boolean =>
  error instanceof ConflictError || conflicts.has(getSqlState(error) ?? '')

export function getSqlState(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : undefined
}
