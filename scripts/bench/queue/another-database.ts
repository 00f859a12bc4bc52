import { migrate } from '#src/database/migrate.ts'
import type { BenchEnvironment } from '../environment.ts'

/** Another migrated database of the stage's server, to compare queues of different lengths; its address. */
export async function openAnotherDatabase(stage: BenchEnvironment, name: string): Promise<string> {
  await stage.pool(1).query(`create database ${name}`)
  const url = new URL(stage.url)
  url.pathname = `/${name}`
  await migrate({ url: url.href, environment: 'development' })
  return url.href
}
