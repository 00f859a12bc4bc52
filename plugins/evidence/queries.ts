import { type Kysely, sql } from 'kysely'
import { requireAuthorized } from '#src/auth/artist-authorization.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { type EvidenceCaller, selectAuthorizedReader } from '#src/evidence/references/authorized-reader.ts'
import { type EvidenceStatus, selectEvidenceStatus } from '#src/evidence/references/eligible-sources.ts'
import type { EvidenceRow } from '#src/evidence/references/passage.ts'
import { selectPaddedWindow, type WindowRequest } from '#src/evidence/references/windows.ts'

export type PassageRequest = WindowRequest & {
  /** The identities that the caller's id may mean, the likeliest first. */
  sourceIds: string[]
  revision: string | undefined
  /** The statuses that this caller may see. */
  visibleStatuses: readonly EvidenceStatus[]
}

export type PassageRow = EvidenceRow & {
  current_revision: string | null
  /** Of the revision that was asked for; null when the source never had it, and for what has been withdrawn. */
  revision: string | null
  total_chars: number | null
  bytes: Buffer | null
}

/**
 * One piece of evidence with the window, in one statement. Of several that the id may mean, one that has the asked
 * revision comes first, then the order of `sourceIds`. Not executed here, so that its cost can be looked at.
 */
export const selectPassage = (db: Kysely<DB>, caller: EvidenceCaller, artistId: string, window: PassageRequest) =>
  db
    .with('reader', () => selectAuthorizedReader(db, caller, artistId))
    .with('named', (qc) =>
      qc
        .selectFrom('reader')
        .innerJoin('sources as s', 's.artist_id', 'reader.artist_id')
        .selectAll('s')
        .select(selectEvidenceStatus(artistId).as('status'))
        .where('s.artist_id', '=', artistId)
        .where(sql<boolean>`s.source_id = any(${window.sourceIds})`)
        .where('s.is_private', '=', false)
        .where('s.is_upload', '=', false),
    )
    .with('passage', (qc) =>
      qc
        .selectFrom('named as s')
        .leftJoin('source_revisions as r', (join) =>
          join
            .on('r.artist_id', '=', artistId)
            .onRef('r.source_id', '=', 's.source_id')
            .on('r.revision', '=', selectWantedRevision(artistId, window.revision))
            .on('s.status', '<>', 'withdrawn'),
        )
        .select(['s.source_id', 's.kind', 's.url', 's.evidence_kind', 's.speaker', 's.status', 's.published_at'])
        .select(['s.revision as current_revision', 'r.revision', 'r.total_chars', 'r.captured_at', 'r.truncated'])
        .select(selectPaddedWindow('r.text_utf16', window).as('bytes'))
        .where(sql<boolean>`s.status = any(${window.visibleStatuses})`)
        .orderBy(sql`r.revision is null`)
        .orderBy(sql`array_position(${window.sourceIds}::text[], s.source_id)`)
        .limit(1),
    )
    .selectFrom('reader')
    .leftJoin('passage', (join) => join.onTrue())
    .selectAll()

/** The text's own revision, or the current one, which the revision of a discovery's candidate also opens. */
const selectWantedRevision = (artistId: string, revision: string | undefined) =>
  revision === undefined
    ? sql<string>`s.revision`
    : sql<string>`case when exists (select from discoveries as d where d.artist_id = ${artistId} and d.source_id = s.source_id
        and d.revision = ${revision}) then s.revision else ${revision} end`

/** Undefined when there is no such evidence, or none that this caller may know of. */
export async function findPassage(
  db: Kysely<DB>,
  caller: EvidenceCaller,
  artistId: string,
  window: PassageRequest,
): Promise<PassageRow | undefined> {
  const row = requireAuthorized(await selectPassage(db, caller, artistId, window).executeTakeFirstOrThrow())
  return isPassage(row) ? row : undefined
}

/** The column types beyond are what the tables' checks say. */
const isPassage = <Row extends { source_id: string | null }>(row: Row): row is Row & PassageRow =>
  row.source_id !== null
