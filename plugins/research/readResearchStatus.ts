import { sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Handler } from '#plugins/handler.ts'
import { readAuthorized } from '#src/auth/authorized-read.ts'
import type { ExtractionOutcome, ResearchJob, ResearchJobState } from '#src/contract/types.gen.ts'
import { type AggregatedRow, viewInstant, viewInstantOrNull } from '#src/database/instants.ts'
import type { ArtistResearchJobs } from '#src/database/tables.gen.ts'
import { selectEligible, sourceCounts } from '#src/evidence/references/eligible-sources.ts'
import { viewCoverage } from '#src/evidence/references/public-metadata.ts'
import { createCursorCodec } from '#src/http/pagination/cursor.ts'
import { isUuid } from '#src/http/pagination/cursor-guards.ts'

const cursors = createCursorCodec('readResearchStatus', { id: isUuid })

/**
 * The artist's jobs, the newest first, with how much evidence there is; a strict read that starts nothing (operations,
 * section 7). The list version is the newest job: progress of the jobs on a page makes no cursor stale. An id begins
 * with the instant at which it was made, so jobs lie in this order in the index.
 */
export const readResearchStatus: Handler<'readResearchStatus'> = async ({ path, query, caller }, { db }) => {
  const artistId = path.id
  const { position, cut } = cursors.openPage({ artistId }, query)
  const jobs = db.selectFrom('artist_research_jobs').where('artist_id', '=', artistId).orderBy('id', 'desc')
  const rows = jobs
    .select(jobColumns)
    .select([
      sql<boolean>`coalesce(leased_until > now(), false)`.as('running'),
      // A text recovery leaves what became of each source in its checkpoint, and in its result when it ends.
      sql<Outcomes>`coalesce(result -> 'extractionOutcomes', checkpoint -> 'extractionOutcomes')`.as('outcomes'),
    ])
    .$if(position !== undefined, (qb) => qb.where('id', '<', position?.id ?? ''))
    .limit(query.limit + 1)
  const list = await readAuthorized(db, { caller, artistId }, [
    jsonArrayFrom(rows).as('rows'),
    jobs.select('id').limit(1).as('listVersion'),
    jsonObjectFrom(selectEligible(db, artistId).select(sourceCounts)).$notNull().as('counts'),
  ])
  const { page, nextCursor } = cut(list, ({ id }) => ({ id }))
  const coverage = viewCoverage(list.counts)
  const budget = { returnedChars: 0, truncated: false, nextCursor }
  return { status: 200, body: { status: 'ok', jobs: page.map(viewResearchJob), coverage, budget } }
}

/** What a job shows of itself beside its outcomes. Its checkpoint, result and payload stay inside. */
const jobColumns = ['id', 'kind', 'state', 'cursor', 'total', 'error_category', 'updated_at', 'next_run_at'] as const

type Outcomes = ExtractionOutcome[] | null
type JobColumns = Pick<AggregatedRow<ArtistResearchJobs>, (typeof jobColumns)[number]>
type JobRow = JobColumns & { running: boolean; outcomes: Outcomes }

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
