import { InvalidArgumentError, Option } from 'commander'
import { recordSchemas } from '#src/admin/import/records.ts'
import { createInvalidRequest } from '#src/contract/problems/problem.ts'
import { getValidator } from '#src/contract/validators.ts'

/** The parser of an id as it is stored, in lower case; `where` says where an operator finds one. */
const createUuidParser =
  (where = '') =>
  (text: string): string => {
    if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return text.toLowerCase()
    throw new InvalidArgumentError(`It must be a UUID${where}.`)
  }

export const parseUuid = createUuidParser()
export const parseArtistId = createUuidParser(', which "artist list NAME" prints')
export const parseJobId = createUuidParser(', which "jobs list" prints')

/** The parser of a whole number within [min, max]. */
export const parseInteger =
  (min: number, max: number) =>
  (text: string): number => {
    const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
    if (value >= min && value <= max) return value
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`)
  }

/** How many rows a listing shows. */
export const buildLimitOption = () =>
  new Option('--limit <count>', 'this many at most').argParser(parseInteger(1, 1000)).default(50)

/** Why an operator does something, as it is recorded in the operators' log. */
export function parseReason(text: string): string {
  if (text.trim() !== '' && [...text].length <= 500) return text
  throw new InvalidArgumentError('It must be a reason of 1 to 500 characters.')
}

/** A record from options has the limits of a line of an import. */
export function refuseInvalidArgument(type: 'artist' | 'user', record: Record<string, unknown>): void {
  const violation = getValidator(recordSchemas[type] ?? {})({ type, ...record })
  if (violation !== undefined) throw createInvalidRequest(`--${violation.field}`, violation.reason)
}
