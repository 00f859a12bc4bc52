/**
 * A migration that must not run, or a history that does not fit the files. Read by the operator; nothing was changed by
 * the step it names.
 */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}
