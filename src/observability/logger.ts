import type { FastifyServerOptions } from 'fastify'
import pg from 'pg'
import { getErrorHint } from '#src/database/sqlstates.ts'

/**
 * Structured logs without texts or tokens: no headers, query strings or bodies. PostgreSQL's messages may quote a row,
 * so only the names and codes of its errors are logged.
 */
export function buildLoggerOptions(level: string): FastifyServerOptions['logger'] {
  if (level === 'silent') return false
  return {
    level,
    base: null,
    messageKey: 'message',
    serializers: { err: serializeError, error: serializeError, req: () => ({}), res: () => ({}) },
  }
}

type LoggedError = { type: string; message: string; stack: string; [detail: string]: unknown }

export function serializeError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an Error', stack: '' }
  if (error instanceof pg.DatabaseError) {
    const { code, schema, table, column, constraint, routine } = error
    return {
      type: 'DatabaseError',
      message: `SQLSTATE ${code}`,
      hint: getErrorHint(code),
      stack: extractFrames(error),
      code,
      schema,
      table,
      column,
      constraint,
      routine,
    }
  }
  const cause = error.cause === undefined ? {} : { cause: serializeError(error.cause) }
  const code = 'code' in error ? { code: error.code } : {}
  return { type: error.name, message: selectMessage(error), stack: extractFrames(error), ...code, ...cause }
}

/** The runtime's messages may quote a value: `JSON.parse` quotes its text. The start of two kinds names code alone. */
function selectMessage(error: Error): string {
  if (!runtimeErrors.some((kind) => error instanceof kind)) return error.message
  return (
    /^(Cannot read properties of (undefined|null)|[\w$.]+ is not a function)/.exec(error.message)?.[0] ??
    'see the stack'
  )
}

const runtimeErrors = [SyntaxError, TypeError, RangeError, ReferenceError, URIError]

/** Stack frames only: the first lines of a stack repeat the message, whose own lines may resemble frames. */
function extractFrames({ stack = '', message }: Error): string {
  return stack
    .replace(message, '')
    .split('\n')
    .filter((line) => /^ {4}at .+(:\d+:\d+\)?|\(<anonymous>\))$/.test(line))
    .join('\n')
}
