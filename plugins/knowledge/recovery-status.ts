import { sql } from 'kysely'
import { recoverPurposePattern } from '#src/research/recover/purpose.ts'

/**
 * The state of the newest recovery of a source without text; null where there was none, or none that had anything to
 * do.
 */
export type RecoveryStatus = 'queued' | 'running' | 'failed'

/**
 * For the source `s`. A recovery handles its records in order, and each handled record has an outcome. So while a slice
 * runs, it works on the first record without an outcome.
 */
export const selectRecoveryStatus = (artistId: string) =>
  sql<RecoveryStatus | null>`case when s.revision is null then (
  select case
      when outcome.status = 'skipped' then null
      when outcome.status is not null or j.state not in ('pending', 'waiting') then 'failed'
      when j.leased_until > now() and j.payload -> 'sourceIds' ->> jsonb_array_length(done.outcomes) = s.source_id then 'running'
      else 'queued' end
  from artist_research_jobs as j
  cross join lateral (
    select coalesce(j.result -> 'extractionOutcomes', j.checkpoint -> 'extractionOutcomes', '[]'::jsonb) as outcomes) as done
  left join lateral (
    select item ->> 'status' as status from jsonb_array_elements(done.outcomes) as item
    where item ->> 'sourceId' = s.source_id) as outcome on true
  where j.artist_id = ${artistId} and j.kind = 'source_search' and j.purpose like ${sql.lit(recoverPurposePattern)}
    and j.payload -> 'sourceIds' ? s.source_id
  order by j.created_at desc, j.id desc
  limit 1) end`.as('recovery')
