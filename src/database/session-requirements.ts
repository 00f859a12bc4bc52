import type { ClientBase } from 'pg'
import { ConfigError } from '#src/config/env.ts'

/** A session whose settings the service cannot work with. `reason` may be shown to every caller. */
export class UnsupportedSessionError extends ConfigError {
  readonly reason: string

  constructor(unmet: string) {
    super('DATABASE_URL', `leads to a session with ${unmet}; settings of its role are changed by "alter role … set …"`)
    this.reason = `Storage has ${unmet}`
  }
}

type Requirement = { wanted: string; isMet: (value: string) => boolean }

const exactly = (wanted: string): Requirement => ({ wanted, isMet: (value) => value === wanted })
const timeout: Requirement = { wanted: 'more than 0', isMet: (value) => value !== '0' }

/** By the server's names. Values are parsed in one format: another would return other days and other characters. */
const requirements: Readonly<Record<string, Requirement>> = {
  server_version_num: { wanted: '150000 or more (PostgreSQL 15)', isMet: (value) => Number(value) >= 150_000 },
  server_encoding: exactly('UTF8'),
  client_encoding: exactly('UTF8'),
  datestyle: { wanted: 'ISO', isMet: (value) => value.startsWith('ISO') },
  default_transaction_isolation: exactly('read committed'),
  statement_timeout: timeout,
  lock_timeout: timeout,
  idle_in_transaction_session_timeout: timeout,
  transaction_timeout: timeout,
}

/**
 * Checks each new session. The settings are read back, since a pooler may have dropped them. Every session and not only
 * the first: after a failover another server may have the same address.
 * @throws UnsupportedSessionError saying what was found
 */
export async function assertSessionSupported(session: Pick<ClientBase, 'query'>): Promise<void> {
  const { rows } = await session.query<{ name: string; value: string }>(settingsSql, [Object.keys(requirements)])
  const unmet = rows.flatMap(({ name, value }) => {
    const { wanted, isMet } = requirements[name] as Requirement
    return isMet(value) ? [] : [`${name} ${value} instead of ${wanted}`]
  })
  if (unmet.length > 0) throw new UnsupportedSessionError(unmet.join(', '))
}

/** A server older than 17 has no `transaction_timeout`. */
const settingsSql = `select name, current_setting(name, true) as value
  from unnest($1::text[]) with ordinality as needed (name, at)
  where current_setting(name, true) is not null order by at`
