import { sql } from 'kysely'
import type { Test } from 'tap'
import { buildEvidencePath } from '../knowledge/reading.ts'
import { finishJobs, listJobs } from '../research/slices.ts'
import { researchKey } from '../support/settings.ts'
import type { ApiReply, Loose, TestContext } from '../support/test-context.ts'

export const withKey = { 'x-service-research-key': researchKey }

const path = (artistId: string) => `/api/artist/${artistId}/research/questions`

/** A request as the claimant; `caller` null asks with the research key. */
export const ask = (
  context: TestContext,
  request: Record<string, unknown> = {},
  { caller = 'owner', artistId = context.artistId }: { caller?: string | null; artistId?: string } = {},
): Promise<ApiReply> =>
  context.call(
    caller,
    'POST',
    path(artistId),
    { topic: 'the pump organ on Low Water', evidenceNeed: 'reporting', ...request },
    caller === null ? withKey : {},
  )

export const read = (
  context: TestContext,
  jobId: string,
  { caller = 'owner', artistId = context.artistId }: { caller?: string | null; artistId?: string } = {},
): Promise<ApiReply> =>
  context.call(caller, 'GET', `${path(artistId)}/${jobId}`, undefined, caller === null ? withKey : {})

export const listQuestions = (context: TestContext) => listJobs(context, 'source_search')

/** Ends every question as a job does: without findings, or in another state. */
export const endQuestions = ({ db }: TestContext, state: 'done' | 'failed' = 'done') =>
  sql`update artist_research_jobs set state = ${state}, finished_at = date_trunc('milliseconds', now()), checkpoint = '{}',
      result = ${JSON.stringify({ windows: [], omissions: {}, provider: null })}::jsonb
    where kind = 'source_search' and state in ('pending', 'waiting')`.execute(db)

/** Moves every stored instant of the research a number of seconds into the past. */
export async function passTime({ db }: TestContext, seconds: number): Promise<void> {
  const by = sql`${seconds} * interval '1 second'`
  await sql`update artist_research_jobs set created_at = created_at - ${by}, finished_at = finished_at - ${by}`.execute(
    db,
  )
  await sql`update question_quota_slots set taken_at = taken_at - ${by}`.execute(db)
}

/** Asks, runs the research to its end, and reads it. */
export async function researchQuestion(context: TestContext, request: Record<string, unknown>): Promise<Loose> {
  const requested = await ask(context, request)
  if (requested.status !== 202) throw new Error(`Answered ${requested.status} ${requested.body.code}`)
  await finishJobs(context, 'source_search')
  return (await read(context, requested.body.jobId)).body
}

/** Every reference as the evidence read opens it: the same window of the same revision. */
export async function reopenReferences(
  t: Test,
  context: TestContext,
  references: Loose[],
  caller: string | null = 'owner',
): Promise<void> {
  for (const { sourceId, revision, start, end, text } of references) {
    const query = `revision=${revision}&start=${start}&maxChars=${Math.max(256, end - start)}`
    const path = buildEvidencePath(context.artistId, sourceId, `?${query}`)
    const { status, body } = await context.call(caller, 'GET', path, undefined, caller === null ? withKey : {})
    t.equal(status, 200, `${sourceId} can be reopened`)
    t.equal(body.passage?.text.slice(0, end - start), text, 'exactly')
    t.equal(text.length, end - start)
  }
}
