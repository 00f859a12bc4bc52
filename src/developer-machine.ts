import { fileURLToPath } from 'node:url'
import type { Config } from './config.ts'
import type { Database } from './database/connect.ts'
import { importRecords } from './records/import.ts'

/** The artist that every example in the contract speaks of (scripts/samples/import.jsonl). */
export const sample = {
  artistId: '0198f3a2-6f1e-7c40-9d52-3b1f6a7e0c11',
  artistName: 'Mara Quill',
  claimant: 'mara',
  administrator: 'editor',
} as const

const samples = fileURLToPath(new URL('../scripts/samples/import.jsonl', import.meta.url))

/**
 * On a developer's machine with nothing configured the service starts with something to try. The import is idempotent, and
 * an artist who is there already is left alone: what was tried on him stays.
 */
export async function prepareDeveloperMachine(config: Config, { db }: Database): Promise<void> {
  if (config.environment !== 'development' || config.databaseUrl !== undefined) return
  const present = await db.selectFrom('artists').select('id').where('id', '=', sample.artistId).executeTakeFirst()
  if (present === undefined) await importRecords(db, samples)
}
