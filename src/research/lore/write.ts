import type { ClaimedJob } from '#src/queue/claim.ts'
import type * as messages from '#src/queue/status-messages.ts'
import { runInTimeSlices } from '#src/text/time-slices.ts'
import { chargeJob } from '../budget/charge-job.ts'
import type { ResearchContext } from '../slice.ts'
import { checkDraft } from './check-draft.ts'
import { compose, type LoreInput } from './compose.ts'
import { buildModelRequest, parseDraft, selectDraftEvidence } from './draft.ts'
import { draftEvidenceRunsMin } from './limits.ts'
import type { Lore } from './render.ts'

/** `fallbackReason`: why the composer wrote it although a model is configured. */
export type WrittenLore = {
  lore: Lore
  composedBy: 'composer' | 'model'
  fallbackReason?: keyof typeof messages.withoutModel
}

/**
 * The Lore text: a model's draft where one is configured and the draft is valid, else the composer's. A model that
 * fails or exceeds the budget costs only time. It is called once a slice, and its cost is counted before.
 * `lease_lost`: the lease of the slice is lost.
 */
export async function writeLore(
  job: ClaimedJob,
  input: LoreInput,
  context: ResearchContext,
): Promise<WrittenLore | 'lease_lost'> {
  const { model } = context.providers
  const composeWithoutModel = async (): Promise<WrittenLore> => ({
    lore: await runInTimeSlices(compose(input), context.signal),
    composedBy: 'composer',
  })
  const evidence = model === undefined ? [] : await runInTimeSlices(selectDraftEvidence(input), context.signal)
  if (model === undefined || evidence.length < draftEvidenceRunsMin) return await composeWithoutModel()
  const paid = await chargeJob(context.db, job, 'model')
  if (paid === 'lease_lost') return paid
  if (paid === 'spent') return { ...(await composeWithoutModel()), fallbackReason: 'spent' }
  const answer = await model.generate(buildModelRequest(input, evidence), context.signal)
  context.signal.throwIfAborted()
  if ('failed' in answer)
    return {
      ...(await composeWithoutModel()),
      fallbackReason: answer.failed === 'unreadable' ? 'bad_draft' : 'no_answer',
    }
  const draft = await parseDraft(answer.object)
  const lore = draft && checkDraft(draft, evidence, input)
  return lore === undefined
    ? { ...(await composeWithoutModel()), fallbackReason: 'bad_draft' }
    : { lore, composedBy: 'model' }
}
