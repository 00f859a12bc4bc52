import type { LogEvent } from 'kysely'

/** A statement that took long, whether it ended well or not: its text without a value, and the code of its failure. */
export type SlowQuery = { sql: string; durationMs: number; failed?: string }

/** Hears of every statement that has ended, and of why it failed when it did. */
export type QueryEndObserver = (sql: string, durationMs: number, failure?: { error: unknown }) => void

/** Characters of a statement that are logged, enough to know its shape. */
const sqlCharsMax = 1_000

/** Hears of every statement and reports of those that took so many milliseconds or more. */
export const observeSlowQueries =
  (slowMs: number, report: (query: SlowQuery) => void): QueryEndObserver =>
  (sql, durationMs, failure) => {
    if (durationMs < slowMs) return
    const { code } = (failure?.error ?? {}) as { code?: unknown }
    report({
      sql: sql.slice(0, sqlCharsMax),
      durationMs: Math.round(durationMs),
      ...(failure && { failed: typeof code === 'string' ? code : 'no code' }),
    })
  }

/** The same of what the query builder sends. */
export const observeKyselyLog =
  (ended: QueryEndObserver) =>
  (event: LogEvent): void =>
    ended(event.query.sql, event.queryDurationMillis, event.level === 'error' ? { error: event.error } : undefined)
