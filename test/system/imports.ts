import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { importRecords } from '#src/admin/import/import.ts'
import type { TestEnvironment } from './environment.ts'

/** Imports records of artists as an operator does, with their audit events. */
export async function importLines(
  { db, folder, newId }: Pick<TestEnvironment, 'db' | 'folder' | 'newId'>,
  records: readonly object[],
): Promise<void> {
  const file = join(folder, `${newId()}.jsonl`)
  writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''))
  await importRecords(db, file)
}
