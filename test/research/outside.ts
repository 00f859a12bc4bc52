import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { enqueueJob } from '#src/queue/enqueue.ts'
import type { JobKind } from '#src/queue/kinds.ts'
import { computeCandidateRevision } from '#src/text/revisions.ts'
import type { Loose, TestContext } from '../support/test-context.ts'

/** Requests a job of a kind as the service does. */
export async function ask({ db, artistId }: TestContext, kind: JobKind): Promise<string> {
  return (await enqueueJob(db, { artistId, id: uuidv7(), kind }).executeTakeFirstOrThrow()).id
}

export const readJob = ({ db }: TestContext, id: string) =>
  db.selectFrom('artist_research_jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** One slice of a kind, as an open page runs it. Pauses are over at once: their length is not tested here. */
export async function slice(context: TestContext, kind: JobKind): Promise<Loose> {
  await sql`
    update artist_research_jobs set next_run_at = date_trunc('milliseconds', now()), queued_at = now()
    where state in ('pending', 'waiting')`.execute(context.db)
  return (await context.call(null, 'POST', '/api/research/advance', { kinds: [kind] })).body
}

/** Slices of a kind until none is left. */
export async function slices(context: TestContext, kind: JobKind): Promise<Loose[]> {
  const run: Loose[] = []
  for (let calls = 0; calls < 1_000; calls += 1) {
    const body = await slice(context, kind)
    if (body.status === 'ok' && !body.ran) return run
    run.push(body)
    // Pauses end by the clock, and a thousand slices may be faster.
    if (body.waiting) await sleep(10)
  }
  throw new Error('A thousand slices and no end')
}

/** An approved page of the artist. */
export async function link({ db, artistId }: TestContext, url: string): Promise<void> {
  const id = uuidv7()
  const content = {
    url,
    title: null,
    destination: 'link',
    identity: 'confirmed',
    curation: 'approved',
    reason: 'Found.',
    previous: null,
  } as const
  const revision = computeCandidateRevision({ artistId, candidateId: id, ...content })
  await db
    .insertInto('discoveries')
    .values({ artist_id: artistId, id, ...content, revision })
    .execute()
}
