import { InvalidArgumentError, Option } from 'commander'
import { recordSchemas } from '#src/admin/import/schemas.ts'
import type { Moment } from '#src/admin/moment.ts'
import { invalid } from '#src/contract/problems/problem.ts'
import { getValidator } from '#src/contract/validators.ts'

/** An id as it is stored: in lower case. */
export function uuid(given: string): string {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(given)) return given.toLowerCase()
  throw new InvalidArgumentError('It must be a UUID.')
}

/** The parser of a whole number within [min, max]. */
export const integer =
  (min: number, max: number) =>
  (given: string): number => {
    const value = /^\d{1,10}$/.test(given) ? Number(given) : Number.NaN
    if (value >= min && value <= max) return value
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`)
  }

/** How many rows a listing shows. */
export const limitOption = () =>
  new Option('--limit <count>', 'this many at most').argParser(integer(1, 1000)).default(50)

const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 }

/** An age such as 90s, 15m, 12h or 2d, a day (which begins in UTC), or an instant with its time zone. */
export function moment(given: string): Moment {
  const [, count, unit = ''] = /^(\d{1,6})([smhd])$/.exec(given) ?? []
  if (count !== undefined) return { agoSeconds: Number(count) * (unitSeconds[unit] ?? 0) }
  const instant = new Date(given)
  const isWhole = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/.test(given)
  // `Date` takes February 30th for March 2nd.
  if (isWhole && !Number.isNaN(instant.getTime()) && isDay(given.slice(0, 10))) return { instant }
  throw new InvalidArgumentError('It must be an age (90s, 15m, 12h, 2d), a day or an instant with its time zone.')
}

const isDay = (day: string) => new Date(day).toISOString().startsWith(day)

/** Why an operator does something, as it is recorded in the operators' log. */
export function reason(given: string): string {
  if (given.trim() !== '' && [...given].length <= 500) return given
  throw new InvalidArgumentError('It must be a reason of 1 to 500 characters.')
}

/** A record from options has the limits of a line of an import. */
export function refuseUnfit(type: 'artist' | 'user', record: Record<string, unknown>): void {
  const violation = getValidator(recordSchemas[type] ?? {})({ type, ...record })
  if (violation !== undefined) throw invalid(`--${violation.field}`, violation.reason)
}
