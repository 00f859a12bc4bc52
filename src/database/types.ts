import pg from 'pg'

/** PostgreSQL's own numbers for its types. */
const oid = { int8: 20, int8Array: 1016, date: 1082, timestamp: 1114 } as const

const parsers = new Map<number, (text: string) => unknown>([
  [oid.int8, toSafeInteger],
  [oid.int8Array, (text) => text.slice(1, -1).split(',').filter(Boolean).map(toSafeIntegerOrNull)],
  // Neither is an instant: as a Date they would depend on the time zone of the machine that reads them.
  [oid.date, (text) => text],
  [oid.timestamp, (text) => text],
])

/**
 * How column values are parsed. `int8` (and with it every `count`) is a number, and an error where a number cannot hold
 * it; all else is the driver's: `timestamptz` a Date with milliseconds, `json` and `jsonb` what JSON.parse makes of them.
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
