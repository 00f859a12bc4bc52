import type { Transaction } from 'kysely'
import type { Dependencies } from '#plugins/dependencies.ts'
import type { User } from '#src/auth/caller.ts'
import type { OnboardingSteps } from '#src/contract/types.gen.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { enqueueJob, type NewJob } from '#src/queue/enqueue.ts'
import type { AuditTrail } from '#src/records/audit/audit-trail.ts'
import { interactiveTransaction } from '#src/records/audit/interactive-transaction.ts'
import { beginOnboarding, markOnboarding, type Onboarding, type OnboardingChange } from './queries.ts'
import { viewSteps } from './views.ts'

/** Where a turn is taken. */
export type TurnContext = Dependencies & {
  caller: User
  artistId: string
  artistName: string
  /** The steps as this turn last saw them. */
  steps: OnboardingSteps
  /** Aborted when the client has gone: what was begun is saved, and nothing is made that is only shown. */
  abandoned: AbortSignal
}

/** What a turn changes at once: one transaction, all of one instant. */
export type TurnTransaction = Omit<TurnContext, 'db' | 'steps'> & {
  trx: Transaction<DB>
  now: Date
  onboarding: Onboarding
  /** Hash of the artist's newest audit event before this moment; null before the first. */
  auditHead: string | null
  /**
   * The next event of the artist's trail, inserted with the others by `flush`: at the end, or before a row that names
   * it.
   */
  tell: AuditTrail['append']
  flush: AuditTrail['flush']
  /** Requests a job, after the events so far: every change appends its event before it writes a job's row. */
  enqueue: (job: Omit<NewJob, 'id' | 'artistId'>) => Promise<void>
  mark: (change: OnboardingChange) => Promise<void>
}

/** Changes something, or finds that it may not: a Problem that `work` throws takes everything back. */
export async function inTransaction<T>(scene: TurnContext, work: (moment: TurnTransaction) => Promise<T>): Promise<T> {
  const { db, caller, artistId, newId } = scene
  const { result, onboarding } = await interactiveTransaction(db, { artistId, caller }, async (tx) => {
    const { trx, now, head: auditHead, append: tell, flush } = tx
    let onboarding = await beginOnboarding(trx, artistId, now)
    scene.steps = viewSteps(onboarding)

    const mark = async (marked: OnboardingChange) => {
      onboarding = await markOnboarding(trx, artistId, marked)
    }
    const enqueue = async (job: Omit<NewJob, 'id' | 'artistId'>) => {
      await flush()
      await enqueueJob(trx, { ...job, artistId, id: newId() }).execute()
    }
    const result = await work({ ...scene, trx, now, onboarding, auditHead, tell, flush, enqueue, mark })
    return { result, onboarding }
  })
  scene.steps = viewSteps(onboarding)
  return result
}
