/** Checks that a value decoded from a cursor is valid as a query parameter. */
export type CursorGuard<T> = (value: unknown) => value is T

/** A count, an offset or an index: PostgreSQL's `integer` from 0. */
export const isCount: CursorGuard<number> = (value): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 2_147_483_647

/** A UUID in this service's form. */
export const isUuid: CursorGuard<string> = (value): value is string =>
  typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)

/** An instant in this service's form, `2026-03-01T09:30:00.000Z`, on an existing day. PostgreSQL has no year 0. */
export const isInstant: CursorGuard<string> = (value): value is string =>
  typeof value === 'string' && /^(?!0000)\d{4}-/.test(value) && new Date(value).toJSON() === value

/** A text such as a full source identity, of at most `charsMax` UTF-16 code units. */
export const isText = (charsMax: number): CursorGuard<string> =>
  ((value) => typeof value === 'string' && value.length <= charsMax && !value.includes('\0')) as CursorGuard<string>

export const isOneOf = <const T extends string>(...texts: T[]): CursorGuard<T> =>
  ((value) => texts.some((text) => text === value)) as CursorGuard<T>

export const allowNull = <T>(guard: CursorGuard<T>): CursorGuard<T | null> =>
  ((value) => value === null || guard(value)) as CursorGuard<T | null>
