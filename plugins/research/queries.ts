import { type Kysely, sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { readAuthorized } from '#src/auth/authorized-read.ts'
import type { User } from '#src/auth/caller.ts'
import type { ExtractionOutcome, ResearchErrorCategory, ResearchKind } from '#src/contract/types.gen.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { selectEligible, sourceCounts } from '#src/evidence/references/eligible-sources.ts'
import { prepareRead } from '#src/records/audit/events.ts'
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
  updated_at: string | null
  next_run_at: string
  outcomes: ExtractionOutcome[] | null
}

/**
 * `limit` jobs after a position, the newest first, with how much evidence there is, in one snapshot. The list version
 * is the newest job: progress of the jobs on a page makes no cursor stale. An id begins with the instant at which it
 * was made, so jobs lie in this order in the index.
 */
export async function listResearchJobs(
  db: Kysely<DB>,
  caller: User,
  artistId: string,
  { after, limit }: { after: { id: string } | undefined; limit: number },
) {
  const jobs = db.selectFrom('artist_research_jobs as r').where('r.artist_id', '=', artistId).orderBy('r.id', 'desc')
  const page = jobs
    .select(['r.id', 'r.kind', 'r.state', 'r.cursor', 'r.total', 'r.error_category', 'r.updated_at', 'r.next_run_at'])
    .select([
      sql<boolean>`coalesce(r.leased_until > now(), false)`.as('running'),
      // A text recovery leaves what became of each source in its checkpoint, and in its result when it ends.
      sql`coalesce(r.result -> 'extractionOutcomes', r.checkpoint -> 'extractionOutcomes')`.as('outcomes'),
    ])
    .where(after === undefined ? sql<boolean>`true` : sql<boolean>`r.id < ${after.id}`)
    .limit(limit)
    .$castTo<JobRow>()
  const {
    jobs: shown,
    newestId,
    counts,
  } = await readAuthorized(db, { caller, artistId }, [
    jsonArrayFrom(page).as('jobs'),
    jobs.select('r.id').limit(1).as('newestId'),
    jsonObjectFrom(selectEligible(db, artistId).select(sourceCounts)).as('counts'),
  ])
  return { ...(counts ?? { eligible: 0, readable: 0 }), listVersion: newestId ?? '', jobs: shown }
}

/** The kinds that the artist has jobs of, each with its cooldown: what a refresh is decided on. */
export const findRefreshStates = prepareRead((db, { artistId }) => {
  const requested = sql<number | null>`extract(epoch from now() - max(created_at) filter (where payload ? 'lookAgain'))`
  const states = db
    .selectFrom('artist_research_jobs')
    .select(['kind', sql<boolean>`bool_or(state in ('pending', 'waiting'))`.as('isLive')])
    .select(requested.as('requestedSecondsAgo'))
    .where('artist_id', '=', artistId)
    .where('purpose', '=', '')
    .groupBy('kind')
    .$castTo<RefreshState>()
  return [jsonArrayFrom(states).as('states')]
})
