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
 * Makes these settings of a new session, and checks it. Not as start-up parameters: those name no setting that an older
 * server lacks. Every session and not only the first: after a failover another server may have the same address.
 * @param settings by the server's names; none of a session that a pooler shares
 * @throws UnsupportedSessionError saying what was found
 */
export async function openSession(
  session: Pick<ClientBase, 'query'>,
  settings: Readonly<Record<string, string | number>>,
): Promise<void> {
  const names = Object.keys({ ...requirements, ...settings })
  const { rows } = await session.query<{ name: string; value: string }>(sessionSql, [JSON.stringify(settings), names])
  const unmet = rows.flatMap(({ name, value }) => {
    const requirement = requirements[name]
    return requirement?.isMet(value) === false ? [`${name} ${value} instead of ${requirement.wanted}`] : []
  })
  if (unmet.length > 0) throw new UnsupportedSessionError(unmet.join(', '))
}

/** A server older than 17 has no `transaction_timeout`. */
const sessionSql = `select name, case when $1::json ->> name is null then current_setting(name, true)
    else set_config(name, $1::json ->> name, false) end as value
  from unnest($2::text[]) with ordinality as needed (name, at)
  where current_setting(name, true) is not null order by at`
