import { type Kysely, sql } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { isNotPromoted, selectEvidenceStatus } from '#src/evidence/references/evidence-status.ts'
import type { SourceCandidate } from './source-filter.ts'

/** A source that may be shown: to the research key when it is approved, to a reviewer in any case. */
export type SourceCandidateRow = SourceCandidate & { source_id: string; revision: string | null; approved: boolean }

/**
 * The artist's evidence as readResearchEvidence shows it (interface, section 4.5): approved or awaiting review, neither
 * private nor an upload, nor removed. Interview history is never a source.
 */
export async function listSourceCandidates(db: Kysely<DB>, artistId: string): Promise<SourceCandidateRow[]> {
  const rows = await db
    .with('candidate', (qc) =>
      qc
        .selectFrom('sources as s')
        .leftJoin('social_posts as p', (join) =>
          join
            .on('p.artist_id', '=', artistId)
            // Whatever the kind, the second part of an identity is a uuid.
            .on('p.id', '=', sql<string>`split_part(s.source_id, ':', 2)::uuid`)
            .on('s.kind', 'in', ['social_caption', 'reel_transcript']),
        )
        .select(['s.source_id', 's.kind', 's.evidence_kind', 's.url', 's.published_at', 's.revision', 'p.platform'])
        .select(selectEvidenceStatus(artistId).as('status'))
        .where('s.artist_id', '=', artistId)
        .where('s.is_private', '=', false)
        .where('s.is_upload', '=', false)
        .where(isNotPromoted(artistId)),
    )
    .selectFrom('candidate')
    .selectAll()
    .where('status', 'in', ['approved', 'pending'])
    .orderBy('source_id')
    .execute()
  // What the types leave open the CHECK constraints of the tables guarantee.
  return rows.map(({ status, ...row }) => ({ ...row, approved: status === 'approved' }) as SourceCandidateRow)
}
