import pg from 'pg'
import { Problem } from '#src/contract/problems/problem.ts'
import { isSessionUnusable } from './driver/pg-client.ts'
import { UnsupportedSessionError } from './session-requirements.ts'
import { outageState, sqlState, sqlStateClass } from './sqlstates.ts'

/**
 * An outage of the database or of the network to it, as the interface's one error for it: 503
 * `persistence_unavailable`, to be retried without assuming anything (section 7). A Problem is returned unchanged;
 * undefined for every other error: a violated constraint or a wrong statement is a defect of this service.
 */
export function toDatabaseProblem(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error
  return isOutage(error) ? new Problem('persistence_unavailable', { cause: error }) : undefined
}

/** Whether this process has seen every migration applied: from then on a missing table or column is a defect. */
let isSchemaMigrated = false

/** Called by readiness after each evaluation. */
export function recordSchemaState({ isMigrated }: { isMigrated: boolean }): void {
  isSchemaMigrated = isMigrated
}

/**
 * 42P01 undefined_table, 42703 undefined_column: a migration is not applied yet, and the service is not ready
 * (interface, section 9).
 */
const schemaCodes = new Set<string>([sqlState.undefinedTable, sqlState.undefinedColumn])

function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as NodeJS.ErrnoException
  if (isSessionUnusable(error) || error instanceof UnsupportedSessionError) return true
  // An error of the server has a SQLSTATE: one without is a message that is none of its protocol.
  if (error instanceof pg.DatabaseError && !/^[0-9A-Z]{5}$/.test(code ?? '')) return true
  // ENOENT is an outage only from `connect`: then the server's socket is missing, and else a file of this service.
  if (code === 'ENOENT') return syscall === 'connect'
  if (typeof code === 'string' && schemaCodes.has(code)) return !isSchemaMigrated
  if (code === sqlState.internalError) return lostWorkerMessage.test(error.message)
  if (typeof code === 'string') return outageCodes.has(code) || outageClasses.has(code.slice(0, 2))
  return driverMessages.has(error.message)
}

/** What Citus says of a worker that was lost between a statement and its COMMIT, or before a COPY; it has no code. */
const lostWorkerMessage =
  /^could not (?:commit transaction for shard \d+ on at least one active node|connect to any active placements)$/

/**
 * 08 connection exception · 28 invalid authorization: a password is being changed, or the role is not created yet · 53
 * out of connections, disk or memory · 57P0x are codes of their own · 58 the server's own system failed.
 */
const outageClasses = new Set<string>([
  sqlStateClass.connectionException,
  sqlStateClass.invalidAuthorization,
  sqlStateClass.insufficientResources,
  sqlStateClass.systemError,
])

const outageCodes = new Set<string>([
  ...Object.values(outageState),
  'ECONNRESET',
  'ECONNREFUSED',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND', // the name of the server does not resolve
  'EAI_AGAIN',
])

/** Neither the driver nor the query builder gives these a code. */
const driverMessages = new Set([
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
  'timeout expired',
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Cannot use a pool after calling end on the pool',
  'driver has already been destroyed',
  'Postgres connection has been discarded',
])
