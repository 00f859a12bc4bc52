import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { readMigrations } from '#src/database/migrations/files.ts'
import { migrate } from '#src/database/migrations/migrate.ts'

const folder = '/dev/shm'

/** More than parallel tests write, including the packages of a container image. */
const bytesMin = 4 * 2 ** 30

/**
 * A file system in memory, where the machine has one that is large enough and lets programs run; else the folder of
 * temporary files. A database is five hundred files, and some disks are slow to create files after others were deleted.
 */
export function chooseTemporaryFolder(): string {
  if (!existsSync(folder)) return tmpdir()
  const { bsize, bavail } = statfsSync(folder)
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .find((line) => line.split(' ')[1] === folder)
  return bsize * bavail < bytesMin || mount === undefined || /[ ,]noexec[ ,]/.test(mount) ? tmpdir() : folder
}

/** A hash over all current migrations: 16 hexadecimal digits. What is made of them is named by it. */
export function hashMigrations(): string {
  const lines = readMigrations().map(({ number, checksum }) => `${number} ${checksum}`)
  return createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16)
}

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
