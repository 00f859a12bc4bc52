import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { importRecords } from '#src/admin/import/import.ts'
import type { TestEnvironment } from './environment.ts'

/** Imports a record of an artist as an operator does, with its audit event; returns its new id. */
export async function importRecord(
  { db, folder, newId }: TestEnvironment,
  record: { type: string; artist: string; [field: string]: unknown },
): Promise<string> {
  const id = newId()
  const file = join(folder, `${id}.jsonl`)
  writeFileSync(file, `${JSON.stringify({ id, ...record })}\n`)
  await importRecords(db, file)
  return id
}
