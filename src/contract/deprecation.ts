/** Response headers of a deprecated operation. */
export const deprecationHeaders = ['deprecation', 'sunset'] as const

/** The values ready to send; empty where the operation is not deprecated. */
export type DeprecationHeaders = Readonly<Partial<Record<(typeof deprecationHeaders)[number], string>>>

type DeprecationExtensions = {
  operationId: string
  deprecated?: boolean
  'x-deprecated-at'?: string
  'x-sunset'?: string
}

/**
 * `deprecated: true` and `x-deprecated-at` become `Deprecation` (RFC 9745), `x-sunset` becomes `Sunset` (RFC 8594).
 * @throws Error when one of them is missing or no date, or the sunset precedes the deprecation
 */
export function readDeprecationHeaders({
  operationId,
  deprecated = false,
  ...extensions
}: DeprecationExtensions): DeprecationHeaders {
  const [since, until] = [extensions['x-deprecated-at'], extensions['x-sunset']]
  const contractError = (reason: string) => new Error(`The contract's ${operationId} ${reason}`)
  if (!deprecated) {
    if (since === undefined && until === undefined) return {}
    throw contractError('has x-deprecated-at or x-sunset, but is not deprecated')
  }
  if (since === undefined) throw contractError('is deprecated without x-deprecated-at')
  const start = instantOf(since)
  const end = until === undefined ? undefined : instantOf(until)
  if (start === undefined || (until !== undefined && end === undefined)) {
    throw contractError('has an x-deprecated-at or x-sunset that is no date (2026-11-21)')
  }
  // RFC 9745, section 4.
  if (end !== undefined && end < start) throw contractError('ends before it is deprecated')
  return {
    deprecation: `@${start.getTime() / 1000}`,
    ...(end === undefined ? {} : { sunset: end.toUTCString() }),
  }
}

/** Midnight UTC of a calendar date; undefined for anything else. `Date` alone would read February 30 as March 2. */
function instantOf(day: unknown): Date | undefined {
  const instant = new Date(`${String(day)}T00:00:00.000Z`)
  return !Number.isNaN(instant.getTime()) && instant.toISOString().slice(0, 10) === day ? instant : undefined
}
