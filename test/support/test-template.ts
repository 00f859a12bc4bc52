import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { migrate } from '#src/database/migrations/migrate.ts'
import { hashMigrations } from './hash-migrations.ts'
import { chooseTemporaryFolder } from './temporary-folder.ts'

/** In the test server's folder while it accepts tests. */
export const urlFile = 'url'

/** Between two runs it keeps the template. */
export function chooseServerFolder(): string {
  const project = fileURLToPath(new URL('../..', import.meta.url))
  const name = createHash('sha256').update(project).digest('hex').slice(0, 12)
  return join(chooseTemporaryFolder(), `sittings-test-${name}`)
}

/** A database of the current migrations; any change of one makes another template. */
export const getTemplateName = () => `template_${hashMigrations()}`

/**
 * Creates the template unless it exists. Of several test files that start at once one creates it and the others wait.
 */
export async function ensureTemplate(client: pg.Client, buildUrl: (database: string) => string): Promise<string> {
  const name = getTemplateName()
  await client.query('begin')
  await client.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [name])
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
  if (rowCount === 0) await makeTemplate(name, buildUrl)
  await client.query('commit')
  return name
}

/** On a connection of its own: a database cannot be created inside the transaction with the lock. */
async function makeTemplate(name: string, buildUrl: (database: string) => string) {
  const draft = name.replace('template', 'building')
  const maker = new pg.Client({ connectionString: buildUrl('postgres') })
  await maker.connect()
  try {
    await maker.query(`drop database if exists ${draft} with (force)`)
    await maker.query(`create database ${draft}`)
    await migrate({ url: buildUrl(draft), environment: 'development' })
    // A template with an open connection cannot be cloned.
    await maker.query(`alter database ${draft} with allow_connections false`)
    await maker.query(`alter database ${draft} rename to ${name}`)
  } finally {
    await maker.end()
  }
}
