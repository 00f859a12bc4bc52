import type { ClientBase } from 'pg'
import { ConfigError } from '#src/config/env.ts'

/** A session whose settings the service cannot work with. `reason` may be shown to every caller. */
export class UnsupportedSessionError extends ConfigError {
  readonly reason: string

  constructor({ reason, remedy }: { reason: string; remedy: string }) {
    super('DATABASE_URL', remedy)
    this.reason = reason
  }
}

const versionMin = 150_000

type SessionSettings = {
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
 * @throws UnsupportedSessionError saying what was found
 */
export async function assertSessionSupported(session: Pick<ClientBase, 'query'>): Promise<void> {
  const { rows } = await session.query<SessionSettings>(settingsSql)
  const [found] = rows
  if (found === undefined || found.version < versionMin) {
    throw new UnsupportedSessionError({
      reason: 'Storage is a PostgreSQL older than 15',
      remedy: `must name a PostgreSQL 15 or newer; this one is ${found?.label}`,
    })
  }
  if (found.encoding !== 'UTF8') {
    throw new UnsupportedSessionError({
      reason: 'Storage does not hold text as UTF-8',
      remedy: `must name a database encoded in UTF8; this one is ${found.encoding}`,
    })
  }
  assertValueFormats(found)
  if (found.isolation !== 'read committed') {
    throw new UnsupportedSessionError({
      reason: `Storage works in transactions that are ${found.isolation}`,
      remedy: `leads to a session whose default_transaction_isolation is ${found.isolation}: set it to read committed on the role (alter role … set …)`,
    })
  }
  if (found.unlimited.length > 0) {
    const names = found.unlimited.join(', ')
    throw new UnsupportedSessionError({
      reason: `Storage works without ${names}`,
      remedy: `leads to a session without ${names}: set it on the role (alter role … set …)`,
    })
  }
}

/** Values are parsed in one format: a session in another would return other days and other characters. */
function assertValueFormats({ dateStyle, clientEncoding }: SessionSettings): void {
  if (!dateStyle.startsWith('ISO')) {
    throw new UnsupportedSessionError({
      reason: `Storage writes dates in the style ${dateStyle}`,
      remedy: `leads to a session whose datestyle is ${dateStyle}: set it to ISO on the role (alter role … set …)`,
    })
  }
  if (clientEncoding !== 'UTF8') {
    throw new UnsupportedSessionError({
      reason: `Storage sends text as ${clientEncoding}`,
      remedy: `leads to a session whose client_encoding is ${clientEncoding}: set it to UTF8 on the role (alter role … set …)`,
    })
  }
}

const settingsSql = `select current_setting('server_version_num')::int as version, current_setting('server_version') as label,
    current_setting('server_encoding') as encoding,
    current_setting('client_encoding') as "clientEncoding", current_setting('datestyle') as "dateStyle",
    current_setting('default_transaction_isolation') as isolation,
    array(
      select name from (values ('statement_timeout'), ('lock_timeout'), ('idle_in_transaction_session_timeout'),
        ('transaction_timeout')) as needed (name)
      where current_setting(name, true) = '0'
      order by name
    ) as unlimited`
