import pg from 'pg'

/** PostgreSQL's own numbers for its types. */
const oid = { int8: 20, int8Array: 1016, date: 1082, timestamp: 1114, timestamptz: 1184 } as const

const parsers = new Map<number, (text: string) => unknown>([
  [oid.int8, toSafeInteger],
  [oid.int8Array, (text) => text.slice(1, -1).split(',').filter(Boolean).map(toSafeIntegerOrNull)],
  // Neither is an instant: as a Date they would depend on the time zone of the machine that reads them.
  [oid.date, (text) => text],
  [oid.timestamp, (text) => text],
  [oid.timestamptz, toInstant],
])

const toInstantInAnyForm = pg.types.getTypeParser(oid.timestamptz, 'text') as (text: string) => unknown

/**
 * Sessions of the service are in UTC, and JavaScript's own parser takes an ISO form of a four-digit year ten times as
 * fast as the driver's.
 */
function toInstant(text: string): unknown {
  if (text[10] !== ' ' || !text.endsWith('+00')) return toInstantInAnyForm(text)
  return new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
}

/**
 * How column values are parsed. `int8` (and with it every `count`) is a number, and an error where a number cannot hold
 * it; `timestamptz` is a Date with milliseconds; `json` and `jsonb` are what JSON.parse makes of them; all else is the
 * driver's.
 */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(id)) || pg.types.getTypeParser(id, format as 'text'),
}

function toSafeInteger(text: string): number {
  const value = Number(text)
  if (Number.isSafeInteger(value)) return value
  throw new RangeError('An int8 is beyond what a number holds exactly; select it as text')
}

const toSafeIntegerOrNull = (text: string): number | null => (text === 'NULL' ? null : toSafeInteger(text))
