/** The embedded server could not be brought up. Read by the person who starts the service, never by a caller of it. */
export class EmbeddedError extends Error {
  override readonly name = 'EmbeddedError'
}
