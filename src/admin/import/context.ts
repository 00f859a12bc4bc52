import { sql, type Transaction } from 'kysely'
import { invalid } from '#src/contract/problems/problem.ts'
import type { DB } from '#src/database/tables.gen.ts'
import type { AuditChange, AuditTrail } from '#src/records/audit/audit-trail.ts'
import { computeRevision, type Revision } from '#src/text/revisions.ts'
import { formatLineField } from './lines.ts'
import { type ArtistOwnedRecord, getAuditSubject, type NumberedRecord } from './records.ts'

/** Last imported content of each audit subject: the hash of the complete record. */
export type ImportedContents = Map<string, Revision>

/** One record being applied. */
export type ImportContext = {
  trx: Transaction<DB>
  trail: AuditTrail
  /** Appends the event of the change, with the record's content hash, by which a repeated import is recognized. */
  tell(change: Partial<AuditChange> & Pick<AuditChange, 'revision'>): ReturnType<AuditTrail['add']>
  /** @throws Problem naming the record's line */
  refuse(field: string, reason: string): never
}

/** Whether the last import of this subject had exactly this content, whatever changed since. */
export const isAlreadyImported = (known: ImportedContents, record: ArtistOwnedRecord): boolean =>
  known.get(getAuditSubject(record)) === computeRevision(record)

export function createImportContext(
  trx: Transaction<DB>,
  trail: AuditTrail,
  { record, line }: NumberedRecord<ArtistOwnedRecord>,
): ImportContext {
  const about = { record: record.type, content: computeRevision(record) }
  return {
    trx,
    trail,
    tell: ({ action = 'record.imported', subject = getAuditSubject(record), revision, details }) =>
      trail.add({ action, subject, revision, details: { ...details, import: about } }),
    refuse: (field, reason) => {
      throw invalid(formatLineField(line, field), reason)
    },
  }
}

/** Read once for each artist: the audit trail has no index by subject, and an import may have thousands of records. */
export async function loadImportedContents(trx: Transaction<DB>, artistId: string): Promise<ImportedContents> {
  const { rows } = await sql<{ subject: string; content: Revision }>`
    select distinct on (subject) subject, details #>> '{import,content}' as content
    from audit_events
    where artist_id = ${artistId} and details #>> '{import,content}' is not null
    order by subject, seq desc`.execute(trx)
  return new Map(rows.map(({ subject, content }) => [subject, content]))
}
