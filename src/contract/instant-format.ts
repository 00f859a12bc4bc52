import type { Format } from 'ajv'

/** The form in which this service writes every instant, of a day that every month has. */
const ours = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/

/**
 * The whole judgement of a `date-time`, with a short way for what this service writes itself, twenty times in a page.
 * Nothing passes the short way that the whole one would refuse.
 */
export function createFastDateTimeFormat(whole: Format): (instant: string) => boolean {
  const judge = typeof whole === 'object' && 'validate' in whole ? whole.validate : undefined
  if (typeof judge !== 'function') throw new TypeError('The format date-time is judged by no function')
  return (instant) => ours.test(instant) || (judge as (instant: string) => boolean)(instant)
}
