import { type Kysely, sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Handler } from '#plugins/handler.ts'
import { readAuthorized } from '#src/auth/authorized-read.ts'
import type { User } from '#src/auth/caller.ts'
import type {
  ExtractionOutcome,
  ResearchErrorCategory,
  ResearchJob,
  ResearchJobState,
  ResearchKind,
} from '#src/contract/types.gen.ts'
import { viewInstant, viewInstantOrNull } from '#src/database/instants.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { selectEligible, sourceCounts } from '#src/evidence/references/eligible-sources.ts'
import { viewCoverage } from '#src/evidence/references/public-metadata.ts'
import { createCursorCodec } from '#src/http/pagination/cursor.ts'
import { isUuid } from '#src/http/pagination/cursor-guards.ts'

const cursors = createCursorCodec('readResearchStatus', { id: isUuid })

/** The artist's jobs, the newest first; a strict read that starts nothing (operations, section 7). */
export const readResearchStatus: Handler<'readResearchStatus'> = async ({ path, query, caller }, { db }) => {
  const { limit } = query
  const listing = { artistId: path.id }
  const cursor = cursors.read(listing, query.cursor)
  const list = await listResearchJobs(db, caller, path.id, { after: cursor?.position, limit: limit + 1 })
  const { listVersion, jobs: rows } = list
  const { page, nextCursor } = cursors.cutPage({ listing, cursor, listVersion, rows, limit }, ({ id }) => ({ id }))
  const budget = { returnedChars: 0, truncated: false, nextCursor }
  return { status: 200, body: { status: 'ok', jobs: page.map(viewResearchJob), coverage: viewCoverage(list), budget } }
}

/**
 * What a job shows of itself. Its checkpoint, result and payload stay inside, but for the outcomes of a text recovery.
 */
type JobRow = {
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
async function listResearchJobs(
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
  const { shown, newestId, counts } = await readAuthorized(db, { caller, artistId }, [
    jsonArrayFrom(page).as('shown'),
    jobs.select('r.id').limit(1).as('newestId'),
    jsonObjectFrom(selectEligible(db, artistId).select(sourceCounts)).as('counts'),
  ])
  return { ...(counts ?? { eligible: 0, readable: 0 }), listVersion: newestId ?? '', jobs: shown }
}

function viewResearchJob(row: JobRow): ResearchJob {
  const status = viewStatus(row)
  const isDueLater = status === 'pending' || status === 'waiting'
  return {
    jobId: row.id,
    kind: row.kind,
    status,
    cursor: row.cursor,
    total: row.total,
    updatedAt: viewInstantOrNull(row.updated_at),
    errorCategory: row.error_category,
    nextRunAt: isDueLater ? viewInstant(row.next_run_at) : null,
    ...(row.outcomes !== null && { extractionOutcomes: row.outcomes }),
  }
}

/** A job that an operator has cancelled is one that was given up. */
function viewStatus({ state, running }: JobRow): ResearchJobState {
  if (running) return 'running'
  return state === 'cancelled' ? 'failed' : state
}
