/** The SQLSTATE of an error of the server; or what else is its code. */
export function getSqlState(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : undefined
}
