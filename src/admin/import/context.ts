import { sql, type Transaction } from 'kysely'
import { invalid } from '#src/contract/problems/problem.ts'
import type { DB } from '#src/database/tables.gen.ts'
import type { Change, Trail } from '#src/records/audit/locked-audit-log.ts'
import { type Revision, revisionOf } from '#src/text/revisions.ts'
import { lineField } from './lines.ts'
import { type ArtistsRecord, type Given, nameWithinArtist } from './records.ts'

/** What each thing of an artist was last imported as: its name in the trail → the hash of the complete record. */
export type KnownContents = Map<string, Revision>

/** One record being applied. */
export type Work = {
  trx: Transaction<DB>
  trail: Trail
  /** Appends the event of the change, with the content that the record had, which is how a repeated import is known. */
  tell(change: Partial<Change> & Pick<Change, 'revision'>): ReturnType<Trail['add']>
  /** @throws Problem naming the record's line */
  refuse(field: string, reason: string): never
}

/** Whether exactly this was the last that an import said about the thing, whatever has become of it since. */
export const isKnown = (known: KnownContents, record: ArtistsRecord): boolean =>
  known.get(nameWithinArtist(record)) === revisionOf(record)

export function workOn(trx: Transaction<DB>, trail: Trail, { record, line }: Given<ArtistsRecord>): Work {
  const about = { record: record.type, content: revisionOf(record) }
  return {
    trx,
    trail,
    tell: ({ action = 'record.imported', subject = nameWithinArtist(record), revision, details }) =>
      trail.add({ action, subject, revision, details: { ...details, import: about } }),
    refuse: (field, reason) => {
      throw invalid(lineField(line, field), reason)
    },
  }
}

/** Read once for an artist: the trail has no index by subject, and an import may bring thousands of records. */
export async function listKnownContents(trx: Transaction<DB>, artistId: string): Promise<KnownContents> {
  const { rows } = await sql<{ subject: string; content: Revision }>`
    select distinct on (subject) subject, details #>> '{import,content}' as content
    from audit_events
    where artist_id = ${artistId} and details #>> '{import,content}' is not null
    order by subject, seq desc`.execute(trx)
  return new Map(rows.map(({ subject, content }) => [subject, content]))
}
