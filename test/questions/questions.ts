import { sql } from 'kysely'
import { type Answer, researchKey, type World } from '../helpers/world.ts'

export const withKey = { 'x-service-research-key': researchKey }

const path = (artistId: string) => `/api/artist/${artistId}/research/questions`

/** A request as the claimant's; `caller` null asks with the research key. */
export const ask = (
  world: World,
  request: Record<string, unknown> = {},
  { caller = 'owner', artistId = world.artistId }: { caller?: string | null; artistId?: string } = {},
): Promise<Answer> =>
  world.call(
    caller,
    'POST',
    path(artistId),
    { topic: 'the pump organ on Low Water', evidenceNeed: 'reporting', ...request },
    caller === null ? withKey : {},
  )

export const read = (
  world: World,
  jobId: string,
  { caller = 'owner', artistId = world.artistId }: { caller?: string | null; artistId?: string } = {},
): Promise<Answer> => world.call(caller, 'GET', `${path(artistId)}/${jobId}`, undefined, caller === null ? withKey : {})

export const questions = ({ db }: World) =>
  db.selectFrom('artist_research_jobs').selectAll().where('kind', '=', 'source_search').orderBy('created_at').execute()

/** Ends every question as a job does: without anything found, or in another way. */
export const endQuestions = ({ db }: World, state: 'done' | 'failed' = 'done') =>
  sql`update artist_research_jobs set state = ${state}, finished_at = date_trunc('milliseconds', now()), checkpoint = '{}',
      result = ${JSON.stringify({ windows: [], omissions: {}, provider: null })}::jsonb
    where kind = 'source_search' and state in ('pending', 'waiting')`.execute(db)

/** As if everything had happened earlier by so many seconds. */
export async function passTime({ db }: World, seconds: number): Promise<void> {
  const by = sql`${seconds} * interval '1 second'`
  await sql`update artist_research_jobs set created_at = created_at - ${by}, finished_at = finished_at - ${by}`.execute(
    db,
  )
  await sql`update question_slots set taken_at = taken_at - ${by}`.execute(db)
}
