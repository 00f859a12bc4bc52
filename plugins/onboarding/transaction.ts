import type { Dependencies } from '#plugins/dependencies.ts'
import type { User } from '#src/auth/caller.ts'
import type { ConfirmProfilesTurn, OnboardingSteps, PublishTurn, VaultReviewTurn } from '#src/contract/types.gen.ts'
import { enqueueJob, type NewJob } from '#src/queue/enqueue.ts'
import { changeArtist, type OpenChange } from '#src/records/audit/change-artist.ts'
import { computeRevision } from '#src/text/revisions.ts'
import { beginOnboarding, markOnboarding, type Onboarding, type OnboardingChange } from './queries.ts'
import { requireCurrentStep, stepOfTurn } from './rules.ts'
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
export type TurnTransaction = OpenChange & {
  newId: () => string
  onboarding: Onboarding
  /** Requests a job, after the events so far: every change appends its event before it writes a job's row. */
  enqueue: (job: Omit<NewJob, 'id' | 'artistId'>) => Promise<void>
  updateOnboarding: (change: OnboardingChange) => Promise<void>
}

/** Runs `work` in a transaction, which a Problem that it throws rolls back. */
export async function runInTransaction<T>(context: TurnContext, work: (tx: TurnTransaction) => Promise<T>): Promise<T> {
  const { db, caller, artistId, newId } = context
  const { result, steps } = await changeArtist(db, { artistId, caller }, async (change) => {
    const opened = await change.open()
    let onboarding = await beginOnboarding(opened.trx, artistId, opened.now)
    context.steps = viewSteps(onboarding)

    const updateOnboarding = async (change: OnboardingChange) => {
      onboarding = await markOnboarding(opened.trx, artistId, change)
    }
    const enqueue = async (job: Omit<NewJob, 'id' | 'artistId'>) => {
      await opened.flush()
      await enqueueJob(opened.trx, { ...job, artistId, id: newId() }).execute()
    }
    const result = await work({ ...opened, newId, onboarding, enqueue, updateOnboarding })
    return { result, steps: viewSteps(onboarding) }
  })
  context.steps = steps
  return result
}

/** Completes the step of a turn with `work`. Sent again, however its JSON is written, the turn succeeds at any step. */
export const completeStep = (
  context: TurnContext,
  turn: ConfirmProfilesTurn | VaultReviewTurn | PublishTurn,
  work: (tx: TurnTransaction) => Promise<void>,
): Promise<void> =>
  runInTransaction(context, async (tx) => {
    const step = stepOfTurn[turn.type]
    const hash = computeRevision(turn)
    if (tx.onboarding[`${step}_turn_hash`] === hash) return
    requireCurrentStep(turn.type, context.steps)
    // A draft is of the last step, and is over with it.
    await tx.updateOnboarding({ [`${step}_at`]: tx.now, [`${step}_turn_hash`]: hash, draft: null })
    await work(tx)
  })
