/** The embedded server did not start. Shown to the operator, never to a caller. */
export class EmbeddedError extends Error {
  override readonly name = 'EmbeddedError'
}
