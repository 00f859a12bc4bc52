import { InvalidArgumentError } from 'commander'
import { recordSchemas } from '#src/admin/import/schemas.ts'
import { invalid } from '#src/contract/problems/problem.ts'
import { getValidator } from '#src/contract/validators.ts'

/** An id as it is kept: in lower case. */
export function uuid(given: string): string {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(given)) return given.toLowerCase()
  throw new InvalidArgumentError('It must be a UUID.')
}

/** The reader of a whole number within [min, max]. */
export const integer =
  (min: number, max: number) =>
  (given: string): number => {
    const value = /^\d{1,10}$/.test(given) ? Number(given) : Number.NaN
    if (value >= min && value <= max) return value
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`)
  }

/** A record given by options is bound by what a line of an import is bound by. */
export function refuseUnfit(type: 'artist' | 'user', record: Record<string, unknown>): void {
  const violation = getValidator(recordSchemas[type] ?? {})({ type, ...record })
  if (violation !== undefined) throw invalid(`--${violation.field}`, violation.reason)
}
