/** The header that each of the two instants becomes on every answer of a deprecated operation. */
export const deprecationHeaders = ['deprecation', 'sunset'] as const

/** What the contract says of an operation's end, ready to be sent; empty where it says none. */
export type DeprecationHeaders = Readonly<Partial<Record<(typeof deprecationHeaders)[number], string>>>

type Told = { operationId: string; deprecated?: boolean; 'x-deprecated-at'?: string; 'x-sunset'?: string }

/**
 * `deprecated: true` and `x-deprecated-at` become `Deprecation` (RFC 9745), `x-sunset` becomes `Sunset` (RFC 8594).
 * @throws on half a statement: a client must not be told of an end whose beginning nobody knows
 */
export function readDeprecationHeaders({ operationId, deprecated = false, ...told }: Told): DeprecationHeaders {
  const [since, until] = [told['x-deprecated-at'], told['x-sunset']]
  const wrong = (reason: string) => new Error(`The contract's ${operationId} ${reason}`)
  if (!deprecated) {
    if (since === undefined && until === undefined) return {}
    throw wrong('has x-deprecated-at or x-sunset, but is not deprecated')
  }
  if (since === undefined) throw wrong('is deprecated without x-deprecated-at')
  const start = instantOf(since)
  const end = until === undefined ? undefined : instantOf(until)
  if (start === undefined || (until !== undefined && end === undefined)) {
    throw wrong('has an x-deprecated-at or x-sunset that is no date (2026-11-21)')
  }
  // RFC 9745, section 4.
  if (end !== undefined && end < start) throw wrong('ends before it is deprecated')
  return {
    deprecation: `@${start.getTime() / 1000}`,
    ...(end === undefined ? {} : { sunset: end.toUTCString() }),
  }
}

/**
 * The first moment of a day in UTC; undefined for what is no day. `Date` alone would take the 30th of February for the
 * 2nd of March.
 */
function instantOf(day: unknown): Date | undefined {
  const instant = new Date(`${String(day)}T00:00:00.000Z`)
  return !Number.isNaN(instant.getTime()) && instant.toISOString().slice(0, 10) === day ? instant : undefined
}
