import { type Kysely, sql } from 'kysely'
import { ConfigError } from '#src/config/read.ts'
import type { DB } from './tables.gen.ts'

const versionMin = 150_000

/**
 * A server the SQL of this service is written for: PostgreSQL 15 or newer, holding text as UTF-8 (any other encoding cannot
 * hold every answer byte for byte).
 * @throws ConfigError saying what was found
 */
export async function assertServer(db: Kysely<DB>): Promise<void> {
  const { rows } = await sql<{ version: number; label: string; encoding: string }>`
    select current_setting('server_version_num')::int as version, current_setting('server_version') as label,
      current_setting('server_encoding') as encoding`.execute(db)
  const [found] = rows
  if (found === undefined || found.version < versionMin) {
    throw new ConfigError('DATABASE_URL', `must name a PostgreSQL 15 or newer; this one is ${found?.label}`)
  }
  if (found.encoding !== 'UTF8') {
    throw new ConfigError('DATABASE_URL', `must name a database encoded in UTF8; this one is ${found.encoding}`)
  }
}

/**
 * Reads the timeouts back from a connection of the pool, since a pooler or a proxy between may have dropped them.
 * @throws ConfigError naming each one that is off (0)
 */
export async function assertTimeouts(db: Kysely<DB>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select name from pg_settings
    where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')
      and setting = '0'
    order by name`.execute(db)
  if (rows.length === 0) return
  const names = rows.map(({ name }) => name).join(', ')
  throw new ConfigError('DATABASE_URL', `leads to a session without ${names}: set it on the role (alter role … set …)`)
}
