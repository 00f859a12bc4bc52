import { migrate } from '#src/database/migrations/migrate.ts'
import type { BenchEnvironment } from '../environment.ts'

/** Another migrated database of the server, in place of an earlier one of that name; its address. */
export async function openAnotherDatabase(environment: BenchEnvironment, name: string): Promise<string> {
  const pool = environment.openPool(1)
  await pool.query(`drop database if exists ${name} with (force)`)
  await pool.query(`create database ${name}`)
  const url = new URL(environment.url)
  url.pathname = `/${name}`
  await migrate({ url: url.href, environment: 'development' })
  return url.href
}
