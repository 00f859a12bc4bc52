import { type Kysely, sql } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'

/** Of a discovery `s`: the record of the vault, as `twin`, that an approval made of its text under the same uuid. */
const selectTwin = (artistId: string) => sql`select from sources twin where twin.artist_id = ${artistId}
  and twin.source_id = replace(s.source_id, 'discovery:', 'vault:')`

/** Of sources `s`: removed or rejected. Of an approved discovery a decision against its record counts as well. */
export const isWithdrawn = (artistId: string) => sql<boolean>`s.removed_at is not null or s.curation = 'rejected' or (
  s.kind = 'discovery' and s.curation = 'approved' and exists (${selectTwin(artistId)}
    and (twin.curation <> 'approved' or twin.is_private or twin.removed_at is not null)))`

/** Of sources `s`: those that may be cited, approved discoveries among them. */
export const isCitable = (artistId: string) =>
  sql<boolean>`s.curation = 'approved' and not s.is_private and not (${isWithdrawn(artistId)})`

/**
 * Of sources `s`: the approved vault records, captions and transcripts, neither private nor removed (operations,
 * section 6). A discovery is never among them.
 */
export const isEligible = sql<boolean>`s.kind <> 'discovery' and s.curation = 'approved' and not s.is_private
  and s.removed_at is null`

/** The artist's eligible sources, as `s`. */
export const selectEligible = (db: Pick<Kysely<DB>, 'selectFrom'>, artistId: string) =>
  db.selectFrom('sources as s').where('s.artist_id', '=', artistId).where(isEligible)

/** Their current texts, as `r`. */
export const selectEligibleTexts = (db: Kysely<DB>, artistId: string) =>
  selectEligible(db, artistId)
    .innerJoin('source_revisions as r', (join) =>
      join.onRef('r.source_id', '=', 's.source_id').onRef('r.revision', '=', 's.revision'),
    )
    .where('r.artist_id', '=', artistId)

/** For a join of the revisions `c`: the current text of the source `s`. */
export const isCurrentText = (artistId: string) =>
  sql<boolean>`c.artist_id = ${artistId} and c.source_id = s.source_id and c.revision = s.revision`

/** To be selected of sources `s`: how many there are, and how many of them have stored text. */
export const sourceCounts = [
  sql<number>`count(*)`.as('eligible'),
  sql<number>`count(s.revision)`.as('readable'),
] as const

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
  when ${isWithdrawn(artistId)} or exists (
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
export const isNotPromoted = (artistId: string) =>
  sql<boolean>`not (s.kind = 'discovery' and exists (${selectTwin(artistId)}))`
