import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A migration that must not run, or a history that does not fit the files. Read by the operator. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}

/** One step of the schema, forward only. The checksum is the SHA-256 of its text. */
export type Migration = { number: number; name: string; checksum: string; sql: string }

/** `0041_interview_boundaries`, as people name it. */
export const formatMigrationLabel = ({ number, name }: Pick<Migration, 'number' | 'name'>) =>
  `${String(number).padStart(4, '0')}_${name}`

const projectFolder = fileURLToPath(new URL('../../../migrations', import.meta.url))
let ownMigrations: Migration[] | undefined

/** The migrations in the order of their numbers. The project's own are read and hashed once: probes ask each second. */
export function readMigrations(folder?: string): Migration[] {
  if (folder !== undefined) return readFolder(folder)
  ownMigrations ??= readFolder(projectFolder)
  return ownMigrations
}

function readFolder(folder: string): Migration[] {
  const files = readdirSync(folder).filter((file) => !file.startsWith('.'))
  return files.map((file) => readMigration(folder, file)).sort((one, other) => one.number - other.number)
}

function readMigration(folder: string, file: string): Migration {
  const [, number, name = ''] = /^(\d{4})_([a-z0-9_]+)\.sql$/.exec(file) ?? []
  if (number === undefined) throw new MigrationError(`${file} is not named NNNN_name.sql`)
  // A checkout on Windows may write CRLF; that is not another migration.
  const sql = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n')
  return { number: Number(number), name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
}

/** A statement. In comments, strings, quoted names and dollar-quoted bodies a semicolon ends nothing. */
const statement = /(?:--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$|[^;])+/g

/** The statements of a migration, one by one: a cluster passes each on to its nodes by its own text. */
export const splitStatements = (script: string): string[] =>
  (script.match(statement) ?? []).filter((one) => one.replaceAll(/--[^\n]*/g, '').trim() !== '')
