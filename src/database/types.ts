import pg from 'pg'

const parsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, toSafeInteger],
  // No instant: as a Date it would depend on the time zone of the machine that reads it.
  [pg.types.builtins.DATE, (text) => text],
])

/**
 * How column values are parsed. `int8` (and with it every `count`) is a number, and an error where a number cannot hold
 * it; all else is the driver's: `timestamptz` is a Date with milliseconds, `json` and `jsonb` go through JSON.parse.
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
