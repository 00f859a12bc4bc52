import type { ClientBase } from 'pg'
import { ConfigError } from '#src/config/env.ts'

/** A session on which the service must not work; `reason` says why in words that anybody may read. */
export class UnfitSessionError extends ConfigError {
  readonly reason: string

  constructor({ reason, mend }: { reason: string; mend: string }) {
    super('DATABASE_URL', mend)
    this.reason = reason
  }
}

const versionMin = 150_000

type Standing = {
  version: number
  label: string
  encoding: string
  clientEncoding: string
  dateStyle: string
  isolation: string
  unlimited: string[]
}

/**
 * Checks each new session: PostgreSQL 15 or newer, UTF-8, the expected value formats, read committed, and every timeout
 * set. The settings are read back, since a pooler may have dropped them. Every session and not only the first: after a
 * failover another server may have the same address.
 * @throws UnfitSessionError saying what was found
 */
export async function assertSessionFits(session: Pick<ClientBase, 'query'>): Promise<void> {
  const { rows } = await session.query<Standing>(standingSql)
  const [found] = rows
  if (found === undefined || found.version < versionMin) {
    throw new UnfitSessionError({
      reason: 'Storage is a PostgreSQL older than 15',
      mend: `must name a PostgreSQL 15 or newer; this one is ${found?.label}`,
    })
  }
  if (found.encoding !== 'UTF8') {
    throw new UnfitSessionError({
      reason: 'Storage does not hold text as UTF-8',
      mend: `must name a database encoded in UTF8; this one is ${found.encoding}`,
    })
  }
  refuseOtherForms(found)
  if (found.isolation !== 'read committed') {
    throw new UnfitSessionError({
      reason: `Storage is asked in transactions that are ${found.isolation}`,
      mend: `leads to a session whose default_transaction_isolation is ${found.isolation}: set it to read committed on the role (alter role … set …)`,
    })
  }
  if (found.unlimited.length > 0) {
    const names = found.unlimited.join(', ')
    throw new UnfitSessionError({
      reason: `Storage is asked without ${names}`,
      mend: `leads to a session without ${names}: set it on the role (alter role … set …)`,
    })
  }
}

/** Values are read as they come in one form: a session in another would hand over other days and other letters. */
function refuseOtherForms({ dateStyle, clientEncoding }: Standing): void {
  if (!dateStyle.startsWith('ISO')) {
    throw new UnfitSessionError({
      reason: `Storage writes dates in the style ${dateStyle}`,
      mend: `leads to a session whose datestyle is ${dateStyle}: set it to ISO on the role (alter role … set …)`,
    })
  }
  if (clientEncoding !== 'UTF8') {
    throw new UnfitSessionError({
      reason: `Storage sends text as ${clientEncoding}`,
      mend: `leads to a session whose client_encoding is ${clientEncoding}: set it to UTF8 on the role (alter role … set …)`,
    })
  }
}

const standingSql = `select current_setting('server_version_num')::int as version, current_setting('server_version') as label,
    current_setting('server_encoding') as encoding,
    current_setting('client_encoding') as "clientEncoding", current_setting('datestyle') as "dateStyle",
    current_setting('default_transaction_isolation') as isolation,
    array(
      select name from (values ('statement_timeout'), ('lock_timeout'), ('idle_in_transaction_session_timeout'),
        ('transaction_timeout')) as needed (name)
      where current_setting(name, true) = '0'
      order by name
    ) as unlimited`
