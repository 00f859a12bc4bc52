import type { LogEvent } from 'kysely'

/** A statement that took long, whether it ended well or not: its text without a value, and the code of its failure. */
export type SlowQuery = { sql: string; durationMs: number; failed?: string }

/** Called at the end of every statement, with its error where it failed. */
export type QueryEndObserver = (sql: string, durationMs: number, failure?: { error: unknown }) => void

/** Characters of a statement that are logged, enough to know its shape. */
const sqlCharsMax = 1_000

/** Observes every statement and reports those that took so many milliseconds or more. */
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
  (onQueryEnd: QueryEndObserver) =>
  (event: LogEvent): void =>
    onQueryEnd(event.query.sql, event.queryDurationMillis, event.level === 'error' ? { error: event.error } : undefined)
