import { type Kysely, sql } from 'kysely'
import {
  type ArtistScope,
  requireAuthorized,
  selectAuthorization,
  selectIfAuthorized,
} from '#src/auth/artist-authorization.ts'
import type { User } from '#src/auth/caller.ts'
import type { ExtractionOutcome, ResearchErrorCategory, ResearchKind } from '#src/contract/types.gen.ts'
import { prepareQuery } from '#src/database/prepared-query.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { sourceCounts, withEligibleSources } from '#src/evidence/references/eligible-sources.ts'
import { selectChainHead } from '#src/records/audit/events.ts'
import type { RefreshState } from './rules.ts'

/**
 * What a job shows of itself. Its checkpoint, result and payload stay inside, but for the outcomes of a text recovery.
 */
export type JobRow = {
  id: string
  kind: ResearchKind
  state: 'pending' | 'waiting' | 'done' | 'failed' | 'cancelled'
  running: boolean
  cursor: number
  total: number | null
  error_category: ResearchErrorCategory | null
  updated_at: Date | null
  next_run_at: Date
  outcomes: ExtractionOutcome[] | null
}

/** Where a page of the jobs ended: the job it showed last. */
export type JobPosition = { id: string }

/** A text recovery leaves what became of each source in its checkpoint, and in its result when it ends. */
const outcomes = sql<ExtractionOutcome[] | null>`
  coalesce(r.result -> 'extractionOutcomes', r.checkpoint -> 'extractionOutcomes')`.as('outcomes')

/**
 * `limit` jobs after a position, the newest first, with how much evidence there is, in one snapshot. The list version
 * is the newest job: progress of the jobs on a page makes no cursor stale. An id begins with the instant at which it
 * was made, so jobs lie in this order in the index.
 */
export async function listResearchJobs(
  db: Kysely<DB>,
  caller: User,
  artistId: string,
  { after, limit }: { after: JobPosition | undefined; limit: number },
) {
  const following = after === undefined ? sql<boolean>`true` : sql<boolean>`r.id < ${after.id}`
  const rows = await withEligibleSources(db, caller, artistId)
    .with('counted', (qc) => qc.selectFrom('eligible').select(sourceCounts))
    .with('job', (qc) =>
      qc
        .selectFrom('reader')
        .innerJoin('artist_research_jobs as r', 'r.artist_id', 'reader.artist_id')
        .select(['r.id', 'r.kind', 'r.state', 'r.cursor', 'r.total', 'r.error_category'])
        .select(['r.updated_at', 'r.next_run_at', outcomes])
        .select(sql<boolean>`coalesce(r.leased_until > now(), false)`.as('running'))
        .where('r.artist_id', '=', artistId)
        .where(following)
        .orderBy('r.id', 'desc')
        .limit(limit),
    )
    .selectFrom('reader')
    .innerJoin('counted', (join) => join.onTrue())
    .leftJoin('job', (join) => join.onTrue())
    .selectAll(['reader', 'counted', 'job'])
    .select((eb) =>
      eb
        .selectFrom('artist_research_jobs as newest')
        .select('newest.id')
        .where('newest.artist_id', '=', artistId)
        .orderBy('newest.id', 'desc')
        .limit(1)
        .as('newestId'),
    )
    .orderBy('job.id', 'desc')
    .execute()
  // Every row carries the same head, and `reader` makes sure that there is one.
  const { eligible, readable, newestId } = requireAuthorized(rows[0] as (typeof rows)[number])
  return { eligible, readable, listVersion: newestId ?? '', jobs: rows.filter(hasJob) }
}

/** Whether the joined job is there; the column types beyond are what the table's checks say. */
const hasJob = <Row extends { id: string | null }>(row: Row): row is Row & JobRow => row.id !== null

/** The cooldown of each kind of refresh, and which kinds are live. */
export const findRefreshStates = prepareQuery(
  (db, { caller, artistId, kinds }: ArtistScope & { kinds: readonly ResearchKind[] }) => {
    const states = sql<RefreshState[] | null>`(
    select coalesce(json_agg(json_build_object(
      'kind', kind,
      'isLive', exists (select from artist_research_jobs r where r.artist_id = ${artistId} and r.kind = wanted.kind
        and r.purpose = '' and r.state in ('pending', 'waiting')),
      'requestedSecondsAgo', (select extract(epoch from now() - max(r.created_at)) from artist_research_jobs r
        where r.artist_id = ${artistId} and r.kind = wanted.kind and r.purpose = '' and r.payload ? 'lookAgain')
    ) order by place), '[]')
    from unnest(${kinds}::text[]) with ordinality as wanted (kind, place))`
    const liveKinds = sql<ResearchKind[] | null>`(
    select coalesce(json_agg(kind), '[]') from artist_research_jobs
    where artist_id = ${artistId} and purpose = '' and state in ('pending', 'waiting'))`
    return selectChainHead(selectAuthorization(db, caller, artistId), artistId)
      .select(selectIfAuthorized([states.as('states'), liveKinds.as('liveKinds')]))
      .compile()
  },
)
