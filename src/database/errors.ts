/** What a change was decided on has changed before it could be committed: it is read and decided again. */
export class ConflictError extends Error {
  override readonly name = 'ConflictError'
}

/**
 * What a transaction fails with because another one was faster. The server has undone all of it, and it may succeed
 * when it begins again: 23505 unique_violation: the next event is there, or what only one change may write · 23502
 * not_null_violation and 22012 division_by_zero: a row has moved that a statement found in its way (`unlessMoved`,
 * `assertAdministrator`) · 23503 foreign_key_violation: the artist was erased · 40001 serialization_failure · 40P01
 * deadlock_detected.
 */
const conflicts = new Set(['23505', '23502', '23503', '22012', '40001', '40P01'])

export const isConflict = (error: unknown): boolean =>
  error instanceof ConflictError || conflicts.has(getSqlState(error) ?? '')

export function getSqlState(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : undefined
}
