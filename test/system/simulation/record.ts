import type { Kysely } from 'kysely'
import { applyRecords } from '#src/admin/import/apply.ts'
import type { ArtistOwnedRecord, ImportOutcome, SourceRecord } from '#src/admin/import/records.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { transact } from '#src/database/transaction.ts'

/** Imports records, without a file. */
export const importRecords = (db: Kysely<DB>, records: readonly ArtistOwnedRecord[]): Promise<ImportOutcome[]> =>
  transact(db, async (trx) => {
    const outcomes: ImportOutcome[] = []
    const numbered = records.map((record, at) => ({ line: at + 1, record }))
    await applyRecords(trx, numbered, (_, outcome) => outcomes.push(outcome))
    return outcomes
  })

/** A text of the vault without an address. */
export const buildSourceRecord = (artist: string, id: string, text: string, approved: boolean): SourceRecord => ({
  type: 'source',
  artist,
  id,
  kind: 'vault',
  channel: null,
  title: 'A source',
  url: null,
  publishedAt: null,
  publisher: null,
  approved,
  private: false,
  text,
})
