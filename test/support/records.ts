import { randomUUID } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
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

const counted = [
  ...(['artists', 'users', 'claims', 'sources', 'source_revisions', 'discoveries', 'correction_versions'] as const),
  ...(['interview_sessions', 'interview_entries', 'response_versions'] as const),
  ...(['audit_events', 'artist_research_jobs'] as const),
]

/** The row count of each table that an import or a request writes, to compare before and after a refusal. */
export async function countRows(db: Kysely<DB>): Promise<Record<string, number>> {
  const rows = await Promise.all(
    counted.map((table) => db.selectFrom(table).select(sql<number>`count(*)::int`.as('n')).executeTakeFirst()),
  )
  return Object.fromEntries(counted.map((table, at) => [table, rows[at]?.n ?? 0]))
}
