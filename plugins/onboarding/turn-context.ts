import type { Transaction } from 'kysely'
import type { Dependencies } from '#plugins/dependencies.ts'
import type { User } from '#src/auth/caller.ts'
import type { OnboardingSteps } from '#src/contract/types.gen.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { enqueueJob, type NewJob } from '#src/queue/enqueue.ts'
import type { AuditTrail } from '#src/records/audit/audit-trail.ts'
import { changeArtist } from '#src/records/audit/change-artist.ts'
import { beginOnboarding, markOnboarding, type Onboarding, type OnboardingChange } from './queries.ts'
import { viewSteps } from './views.ts'

/** The input and the dependencies of a turn. */
export type TurnContext = Dependencies & {
  caller: User
  artistId: string
  artistName: string
  /** The steps as this turn last saw them. */
  steps: OnboardingSteps
  /** Aborted when the client disconnects: started changes are still saved, but nothing is computed only to be shown. */
  abandoned: AbortSignal
}

/** One transaction of a turn; everything it writes has the instant `now`. */
export type TurnTransaction = Omit<TurnContext, 'db' | 'steps'> & {
  trx: Transaction<DB>
  now: Date
  onboarding: Onboarding
  /** Hash of the artist's newest audit event before this transaction; null before the first. */
  auditHead: string | null
  /** Adds the next event of the artist's trail. `flush` inserts it: at the end, or before a row that references it. */
  stage: AuditTrail['stage']
  flush: AuditTrail['flush']
  /** Requests a job, after the events so far: every change appends its event before it writes a job's row. */
  enqueue: (job: Omit<NewJob, 'id' | 'artistId'>) => Promise<void>
  updateOnboarding: (change: OnboardingChange) => Promise<void>
}

/** Runs `work` in a transaction, which a Problem that it throws rolls back. */
export async function runInTransaction<T>(context: TurnContext, work: (tx: TurnTransaction) => Promise<T>): Promise<T> {
  const { db, caller, artistId, newId } = context
  const { result, onboarding } = await changeArtist(db, { artistId, caller }, async (tx) => {
    const { trx, now, head: auditHead, stage, flush } = await tx.open()
    let onboarding = await beginOnboarding(trx, artistId, now)
    context.steps = viewSteps(onboarding)

    const updateOnboarding = async (change: OnboardingChange) => {
      onboarding = await markOnboarding(trx, artistId, change)
    }
    const enqueue = async (job: Omit<NewJob, 'id' | 'artistId'>) => {
      await flush()
      await enqueueJob(trx, { ...job, artistId, id: newId() }).execute()
    }
    const result = await work({ ...context, trx, now, onboarding, auditHead, stage, flush, enqueue, updateOnboarding })
    return { result, onboarding }
  })
  context.steps = viewSteps(onboarding)
  return result
}
