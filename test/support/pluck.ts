import type { Loose } from './test-context.ts'

/** The values of one property of rows, in their order. */
export const pluck = <Rows extends readonly Loose[], Key extends keyof Rows[number]>(rows: Rows, key: Key) =>
  rows.map((row): Rows[number][Key] => row[key])
