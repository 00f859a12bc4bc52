import { sql } from 'kysely'

/**
 * The state of a piece of evidence: approved; a discovery whose review is pending; withdrawn by a removal or by a
 * decision against it; or saved without ever having been approved, which makes it no evidence.
 */
export type EvidenceStatus = 'approved' | 'pending' | 'withdrawn' | 'unapproved'

/**
 * What a piece of evidence, the row `s` of sources, is at this moment. The candidates of a discovery are
 * reviewed one by one: one that is declined withdraws the evidence, and only all of them together approve it.
 */
export const selectEvidenceStatus = (artistId: string) => sql<EvidenceStatus>`case
  when s.removed_at is not null or s.curation = 'rejected' or exists (
    select from discoveries d where d.artist_id = ${artistId} and d.source_id = s.source_id
      and d.curation in ('declined', 'wrong_artist', 'incorrect')) then 'withdrawn'
  when s.curation = 'approved' and not exists (
    select from discoveries d where d.artist_id = ${artistId} and d.source_id = s.source_id
      and (d.curation <> 'approved' or d.identity = 'wrong_artist')) then 'approved'
  when s.kind = 'discovery' then 'pending'
  else 'unapproved' end`

/**
 * Of sources `s`: not a discovery that was approved, since its text is in the vault as well, under the same uuid. For
 * queries of all evidence, which would otherwise have it twice.
 */
export const isNotPromoted = (artistId: string) => sql<boolean>`not (s.kind = 'discovery' and exists (
  select from sources twin where twin.artist_id = ${artistId}
    and twin.source_id = replace(s.source_id, 'discovery:', 'vault:')))`
