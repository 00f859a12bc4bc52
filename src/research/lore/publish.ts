import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { transact } from '#src/database/transaction.ts'
import type { ClaimedJob } from '#src/queue/claim.ts'
import { lockArtistForJob } from '#src/queue/lock-artist.ts'
import { applyTransition, completeJob, type SliceEnding } from '#src/queue/transitions.ts'
import { type LockedAuditTrail, openLockedTrail } from '#src/records/audit/locked-audit-trail.ts'
import { computeLoreRevision } from '#src/text/revisions.ts'
import type { Lore } from './render.ts'

/** A composed text and the number of the artist's newest audit event when what it is made of was read. */
export type Composed = Lore & { auditSeq: number; steps: number }

/** `moved`: the artist's records have changed since the material was read, and nothing was written. */
export type Publication = { ending: SliceEnding; changed: boolean } | 'moved'

/**
 * Makes the text the artist's current Lore and ends the job, in one commit: the version, its audit event and the job.
 * An unchanged text makes no new version. The number of the newest event proves that what was read is still current. A
 * text that the artist published gives way only to what the artist has said since.
 */
export const publishLore = (db: Kysely<DB>, job: ClaimedJob, composed: Composed): Promise<Publication> =>
  transact(db, async (trx) => {
    await lockArtistForJob(trx, job.artist_id)
    const state = await findState(trx, job)
    if (state === undefined) return { ending: 'lease_lost', changed: false }
    const trail = await openLockedTrail(trx, job.artist_id)
    if (trail.seq !== composed.auditSeq) return 'moved'
    const { text, citations, steps } = composed
    const object = { artistId: job.artist_id, text, citations }
    const number = state.number ?? 0
    const isSame = state.revision === computeLoreRevision({ ...object, previous: state.previous })
    if (isSame || (isOwn(state) && !(await hasSpokenSince(trx, job.artist_id)))) {
      const ended = completeJob(trx, job, { steps, result: { version: number, changed: false } })
      return { ending: await applyTransition(ended), changed: false }
    }
    return { ending: await insertVersion(trx, job, trail, { ...state, number: number + 1 }, composed), changed: true }
  })

/** Whether the artist published the newest text. */
const isOwn = ({ number, job_id }: State) => number !== null && job_id === null

/** What an artist says, or decides about what may be published. */
const spoken = [
  ...['answer.saved', 'answer.revised', 'correction.saved', 'boundary.saved', 'boundary.retracted'],
  ...['source.reviewed', 'discovery.reviewed', 'record.imported'],
]

/**
 * Whether anything was said since the newest text was published: until then, a text that the artist published stays.
 */
async function hasSpokenSince(trx: Transaction<DB>, artistId: string): Promise<boolean> {
  const events = trx.selectFrom('audit_events').where('artist_id', '=', artistId)
  const published = events.select((eb) => eb.fn.max('seq').as('seq')).where('action', '=', 'lore.published')
  const since = events.select('seq').where('seq', '>', published).where('action', 'in', spoken).limit(1)
  return (await since.executeTakeFirst()) !== undefined
}

type State = NonNullable<Awaited<ReturnType<typeof findState>>>

/**
 * The newest version; undefined when the lease is lost. The job's row stays locked, so no worker can take the job over
 * before the commit.
 */
const findState = (trx: Transaction<DB>, job: ClaimedJob) =>
  trx
    .selectFrom('artist_research_jobs as j')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('lore_versions as v')
          .select(['v.number', 'v.revision', 'v.previous', 'v.job_id'])
          .where('v.artist_id', '=', job.artist_id)
          .orderBy('v.number', 'desc')
          .limit(1)
          .as('newest'),
      (join) => join.onTrue(),
    )
    .select(['newest.number', 'newest.revision', 'newest.previous', 'newest.job_id'])
    .where('j.artist_id', '=', job.artist_id)
    .where('j.id', '=', job.id)
    .where('j.lease_token', '=', job.lease_token)
    .where(sql<boolean>`j.leased_until > clock_timestamp()`)
    .forUpdate('j')
    .executeTakeFirst()

type Next = Pick<State, 'revision'> & { number: number }

async function insertVersion(
  trx: Transaction<DB>,
  job: ClaimedJob,
  trail: LockedAuditTrail,
  { number, revision: previous }: Next,
  { text, citations, steps }: Composed,
): Promise<SliceEnding> {
  const { artist_id: artistId } = job
  const revision = computeLoreRevision({ artistId, text, citations, previous })
  await trail.add({ action: 'lore.published', subject: `lore:${number}`, revision, details: { number, jobId: job.id } })
  const version = { number, text, citations: JSON.stringify(citations), revision, previous, job_id: job.id }
  await trx
    .insertInto('lore_versions')
    .values({ artist_id: artistId, ...version, created_at: trail.now })
    .execute()
  return await applyTransition(completeJob(trx, job, { steps, result: { version: number, changed: true } }))
}
