/** The SQLSTATEs that the service distinguishes, by PostgreSQL's own names for them (its Appendix A). */
export const sqlState = {
  protocolViolation: '08P01',
  featureNotSupported: '0A000',
  foreignKeyViolation: '23503',
  uniqueViolation: '23505',
  readOnlySqlTransaction: '25006',
  idleInTransactionSessionTimeout: '25P03',
  transactionTimeout: '25P04',
  invalidSqlStatementName: '26000',
  invalidCatalogName: '3D000',
  serializationFailure: '40001',
  deadlockDetected: '40P01',
  insufficientPrivilege: '42501',
  undefinedColumn: '42703',
  undefinedTable: '42P01',
  duplicatePreparedStatement: '42P05',
  tooManyConnections: '53300',
  lockNotAvailable: '55P03',
  queryCanceled: '57014',
  adminShutdown: '57P01',
  crashShutdown: '57P02',
  cannotConnectNow: '57P03',
  idleSessionTimeout: '57P05',
  internalError: 'XX000',
  /** Of Citus: a shard was moved while a statement of several steps ran. */
  citusIntermediateResultNotFound: 'CIINF',
} as const

/** The first two characters of a SQLSTATE: its class. */
export const sqlStateClass = {
  connectionException: '08',
  invalidAuthorization: '28',
  insufficientResources: '53',
  operatorIntervention: '57',
  systemError: '58',
} as const

/**
 * What an operator must know about a failure besides its code, without secrets; undefined if the code is enough.
 */
export function getErrorHint(code: unknown): string | undefined {
  return typeof code === 'string' ? hints.get(code) : undefined
}

const ofPooler =
  'the session is shared as behind a pooler in transaction mode, where DATABASE_TRANSACTION_POOLER has to be true'

const hints = new Map<string, string>([
  [
    sqlState.tooManyConnections,
    'all processes together want more connections (DATABASE_POOL_MAX each) than the server allows',
  ],
  [
    sqlState.insufficientPrivilege,
    'the role of DATABASE_URL may not do this, the owner of the tables may; "migrate --grant-to ROLE" gives a role what a service needs',
  ],
  [sqlState.invalidSqlStatementName, ofPooler],
  [sqlState.duplicatePreparedStatement, ofPooler],
])
