import { sqlState } from './sqlstates.ts'

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
