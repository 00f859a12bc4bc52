import type { Dependencies } from '#plugins/dependencies.ts'
import type { User } from '#src/auth/caller.ts'
import type { ConfirmProfilesTurn, OnboardingSteps, PublishTurn, VaultReviewTurn } from '#src/contract/types.gen.ts'
import { type ArtistChange, changeArtist } from '#src/records/audit/change-artist.ts'
import { computeRevision } from '#src/text/revisions.ts'
import type { Onboarding, OnboardingChange } from './queries.ts'
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
export type TurnTransaction = ArtistChange & {
  newId: () => string
  /** As it was before the transaction. */
  onboarding: Onboarding
  updateOnboarding: (change: OnboardingChange) => Promise<void>
}

/**
 * Runs `work` in a transaction, which a Problem that it throws rolls back. The artist's onboarding begins with the
 * first one.
 */
export async function runInTransaction<T>(context: TurnContext, work: (tx: TurnTransaction) => Promise<T>): Promise<T> {
  const { db, caller, artistId, newId } = context
  const { result, steps } = await changeArtist(db, { artistId, caller }, async (tx) => {
    const { trx, now } = tx
    const onboarding = await trx
      .insertInto('onboarding')
      .values({ artist_id: artistId, started_at: now })
      // Changes nothing, but returns the row. A cluster refuses to set the artist of a row.
      .onConflict((conflict) =>
        conflict.column('artist_id').doUpdateSet(({ ref }) => ({ started_at: ref('onboarding.started_at') })),
      )
      .returningAll()
      .$castTo<Onboarding>()
      .executeTakeFirstOrThrow()
    context.steps = viewSteps(onboarding)

    let changed = onboarding
    const updateOnboarding = async (change: OnboardingChange) => {
      changed = { ...changed, ...change }
      const { draft, ...columns } = change
      const stored = { ...columns, ...(draft !== undefined && { draft: draft && JSON.stringify(draft) }) }
      await trx.updateTable('onboarding').set(stored).where('artist_id', '=', artistId).execute()
    }
    const result = await work({ ...tx, newId, onboarding, updateOnboarding })
    return { result, steps: viewSteps(changed) }
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
