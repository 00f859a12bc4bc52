/** The SQLSTATEs of an outage, which may be over at the next try, by PostgreSQL's names for them (its Appendix A). */
export const outageState = {
  idleInTransactionSessionTimeout: '25P03',
  transactionTimeout: '25P04',
  invalidCatalogName: '3D000', // the database is not there (yet, or while it is being restored)
  serializationFailure: '40001',
  deadlockDetected: '40P01',
  lockNotAvailable: '55P03', // lock timeout
  queryCanceled: '57014', // statement timeout
  adminShutdown: '57P01', // the session was terminated
  crashShutdown: '57P02',
  cannotConnectNow: '57P03', // starting, recovering or stopping
  idleSessionTimeout: '57P05',
  citusIntermediateResultNotFound: 'CIINF', // of Citus: a shard was moved while a statement of several steps ran
} as const

/** The SQLSTATEs that the service distinguishes. */
export const sqlState = {
  ...outageState,
  protocolViolation: '08P01',
  featureNotSupported: '0A000',
  uniqueViolation: '23505',
  readOnlySqlTransaction: '25006',
  invalidSqlStatementName: '26000',
  insufficientPrivilege: '42501',
  undefinedColumn: '42703',
  undefinedTable: '42P01',
  duplicatePreparedStatement: '42P05',
  tooManyConnections: '53300',
  internalError: 'XX000',
} as const

/** The first two characters of a SQLSTATE: its class. */
export const sqlStateClass = {
  connectionException: '08',
  invalidAuthorization: '28',
  insufficientResources: '53',
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

const hints = new Map<string, string>(
  Object.entries({
    [sqlState.tooManyConnections]:
      'all processes together want more connections (DATABASE_POOL_MAX each) than the server allows',
    [sqlState.insufficientPrivilege]:
      'the role of DATABASE_URL may not do this, the owner of the tables may; "migrate --grant-to ROLE" gives a role what a service needs',
    [sqlState.invalidSqlStatementName]: ofPooler,
    [sqlState.duplicatePreparedStatement]: ofPooler,
  }),
)
