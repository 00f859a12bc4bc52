import { randomUUID } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { type ImportOptions, type ImportSummary, importRecords } from '#src/admin/import/import.ts'
import type { DB } from '#src/database/tables.gen.ts'

export const formatLines = (records: readonly unknown[]) =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('')

/** Imports records from a file, as an operator does, with their audit events. */
export async function importLines(
  db: Kysely<DB>,
  records: readonly unknown[],
  options: ImportOptions = {},
): Promise<ImportSummary> {
  const file = join(tmpdir(), `${randomUUID()}.jsonl`)
  writeFileSync(file, formatLines(records))
  try {
    return await importRecords(db, file, options)
  } finally {
    rmSync(file)
  }
}
