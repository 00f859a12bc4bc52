import type { ClaimedJob } from '#src/queue/claim.ts'
import type * as progress from '#src/queue/status-messages.ts'
import { runInTimeSlices } from '#src/text/time-slices.ts'
import { chargeJob } from '../budget/charge-job.ts'
import type { ResearchContext } from '../slice.ts'
import { checkDraft } from './check-draft.ts'
import { composeInTimeSlices, type LoreInput } from './compose.ts'
import { buildModelRequest, parseDraft, selectDraftEvidence } from './draft.ts'
import { draftEvidenceMin } from './limits.ts'
import type { Lore } from './render.ts'

/** `insteadOf`: why a model that is configured has not written it. */
export type WrittenLore = {
  lore: Lore
  by: 'composer' | 'model'
  insteadOf?: keyof typeof progress.withoutModel
}

/**
 * The Lore text: a model's draft where one is configured and the draft is valid, else the composer's. A model that
 * fails or exceeds the budget costs only time. It is called once a slice, and its cost is counted before. `lost`: the
 * lease of the slice is lost.
 */
export async function writeLore(
  job: ClaimedJob,
  input: LoreInput,
  tools: ResearchContext,
): Promise<WrittenLore | 'lost'> {
  const { model } = tools.providers
  const compose = async (): Promise<WrittenLore> => ({
    lore: await runInTimeSlices(composeInTimeSlices(input), tools.signal),
    by: 'composer',
  })
  const evidence = model === undefined ? [] : await runInTimeSlices(selectDraftEvidence(input), tools.signal)
  if (model === undefined || evidence.length < draftEvidenceMin) return await compose()
  const paid = await chargeJob(tools.db, job, 'model')
  if (paid === 'lost') return 'lost'
  if (paid === 'spent') return { ...(await compose()), insteadOf: 'spent' }
  const answer = await model.generate(buildModelRequest(input, evidence), tools.signal)
  tools.signal.throwIfAborted()
  if ('failed' in answer)
    return { ...(await compose()), insteadOf: answer.failed === 'unreadable' ? 'bad_draft' : 'no_answer' }
  const draft = await parseDraft(answer.object)
  const lore = draft && checkDraft(draft, evidence, input)
  return lore === undefined ? { ...(await compose()), insteadOf: 'bad_draft' } : { lore, by: 'model' }
}
