import type { Transaction } from 'kysely'
import type { Database } from '#src/database/database.ts'
import type { DB } from '#src/database/tables.gen.ts'
import type { ClaimedJob } from '#src/queue/claim.ts'
import { applyTransition, completeJob, type SliceEnding } from '#src/queue/transitions.ts'
import type { OpenChange } from '#src/records/audit/change-artist.ts'
import { computeLoreRevision } from '#src/text/revisions.ts'
import { saveSlice } from '../save-slice.ts'
import type { Lore } from './render.ts'

/** A composed text and the hash of the artist's newest audit event when what it is made of was read. */
export type ComposedLore = Lore & { composedBy: 'composer' | 'model'; auditHead: string | null; steps: number }

/** Nothing was written where the artist's records have changed since the material was read, or the lease is lost. */
export type Publication = { ending: SliceEnding; changed: boolean } | 'records_changed' | 'lease_lost'

/**
 * Makes the text the artist's current Lore and ends the job, in one commit: the version, its audit event and the job.
 * An unchanged text makes no new version. The hash of the newest event proves that what was read is still current. A
 * text that the artist published is replaced only after its material has changed.
 */
export const publishLore = (db: Database, job: ClaimedJob, composed: ComposedLore): Promise<Publication> =>
  saveSlice<Publication>(db, job, 'lease_lost', async (tx) => {
    const { trx } = tx
    if (tx.head !== composed.auditHead) return 'records_changed'
    const state = await findNewest(trx, job.artist_id)
    const { text, citations, steps } = composed
    const object = { artistId: job.artist_id, text, citations }
    const number = state.number ?? 0
    const isSame = state.revision === computeLoreRevision({ ...object, previous: state.previous })
    if (isSame || (isOwn(state) && !(await hasChangedSince(trx, job.artist_id)))) {
      const ended = completeJob(trx, job, { steps, result: { version: number, changed: false } })
      return { ending: await applyTransition(ended), changed: false }
    }
    return { ending: await insertVersion(tx, job, { ...state, number: number + 1 }, composed), changed: true }
  })

/** Whether the artist published the newest text. */
const isOwn = ({ number, job_id }: State) => number !== null && job_id === null

/** What changes the material of a Lore. */
const actionsThatChangeLore = [
  'answer.saved',
  'answer.revised',
  'correction.saved',
  'correction.retracted',
  'boundary.saved',
  'boundary.retracted',
  'source.reviewed',
  'discovery.reviewed',
  'record.imported',
]

/**
 * Whether the material changed since the newest text was published: until then, a text that the artist published stays.
 */
async function hasChangedSince(trx: Transaction<DB>, artistId: string): Promise<boolean> {
  const events = trx.selectFrom('audit_events').where('artist_id', '=', artistId)
  const published = events.select((eb) => eb.fn.max('seq').as('seq')).where('action', '=', 'lore.published')
  const since = events.select('seq').where('seq', '>', published).where('action', 'in', actionsThatChangeLore).limit(1)
  return (await since.executeTakeFirst()) !== undefined
}

type State = Awaited<ReturnType<typeof findNewest>>

/** The newest version; all null before the first. */
async function findNewest(trx: Transaction<DB>, artistId: string) {
  const newest = await trx
    .selectFrom('lore_versions')
    .select(['number', 'revision', 'previous', 'job_id'])
    .where('artist_id', '=', artistId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest ?? { number: null, revision: null, previous: null, job_id: null }
}

type Next = Pick<State, 'revision'> & { number: number }

async function insertVersion(
  { trx, ...trail }: OpenChange,
  job: ClaimedJob,
  { number, revision: previous }: Next,
  { text, citations, composedBy, steps }: ComposedLore,
): Promise<SliceEnding> {
  const { artist_id: artistId } = job
  const revision = computeLoreRevision({ artistId, text, citations, previous })
  await trail.append({
    action: 'lore.published',
    subject: `lore:${number}`,
    revision,
    details: { number, jobId: job.id, by: composedBy },
  })
  const version = {
    number,
    text,
    citations: JSON.stringify(citations),
    revision,
    previous,
    job_id: job.id,
    composed_by: composedBy,
  }
  await trx
    .insertInto('lore_versions')
    .values({ artist_id: artistId, ...version, created_at: trail.now })
    .execute()
  return await applyTransition(completeJob(trx, job, { steps, result: { version: number, changed: true } }))
}
