import type { Format } from 'ajv'

/** The form in which this service writes instants, on a day that every month has. */
const ownForm = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/

/**
 * Validates `date-time`, with a fast path for instants that this service wrote, of which a page has about twenty. The
 * fast path accepts nothing that the full validator would refuse.
 */
export function createFastDateTimeFormat(full: Format): (instant: string) => boolean {
  const validate = typeof full === 'object' && 'validate' in full ? full.validate : undefined
  if (typeof validate !== 'function') throw new TypeError('The format date-time has no validator function')
  return (instant) => ownForm.test(instant) || (validate as (instant: string) => boolean)(instant)
}
