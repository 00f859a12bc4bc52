import type { ClaimedJob } from '#src/queue/claim.ts'
import { buildRules } from '#src/records/memory/exclusions/find-excluded.ts'
import type { Language } from '#src/text/languages.ts'
import { runInTimeSlices } from '#src/text/time-slices.ts'
import { chargeJob } from '../budget.ts'
import type { Model } from '../providers/model.ts'
import type { ResearchContext } from '../slice.ts'
import type { LoreInput } from './compose.ts'
import type { Lore } from './evidence.ts'
import type * as messages from './messages.ts'
import { buildOverviewRequest, checkOverview, listPassages } from './overview.ts'

/** What an overview is written from; `reasons` are those for which the one before was refused. */
export type OverviewInput = Pick<LoreInput, 'artistName' | 'boundaries' | 'corrections'> & {
  page: Lore
  language: Language
  reasons: string[] | null
}

/** `none`: there is no overview, and why where a model is configured. */
export type OverviewOutcome =
  | { state: 'accepted'; text: string }
  | { state: 'refused'; reasons: string[] }
  | { state: 'none'; why?: keyof typeof messages.withoutOverview }

/** Passages below which there is nothing to lead to. */
const passagesMin = 2

/** Asks the model once; what it is given has passed the boundaries and corrections already, and names none of them. */
export async function requestOverview(
  model: Model,
  { artistName, boundaries, corrections, page, language, reasons }: OverviewInput,
  signal: AbortSignal,
): Promise<OverviewOutcome> {
  const passages = listPassages(page)
  const answer = await model.generate(buildOverviewRequest(artistName, passages, language, reasons), signal)
  signal.throwIfAborted()
  if ('failed' in answer) return { state: 'none', why: answer.failed === 'unreadable' ? 'refused' : 'no_answer' }
  const rules = await runInTimeSlices(buildRules(artistName, boundaries, corrections), signal)
  const checked = await runInTimeSlices(checkOverview(answer.object, passages, rules), signal)
  return 'text' in checked ? { state: 'accepted', ...checked } : { state: 'refused', ...checked }
}

export const mayHaveOverview = (page: Lore): boolean => listPassages(page).length >= passagesMin

/** `requestOverview` in a slice, its cost counted before. A model that fails or exceeds the budget costs only time. */
export async function draftOverview(
  job: ClaimedJob,
  input: OverviewInput,
  { db, providers: { model }, signal }: ResearchContext,
): Promise<OverviewOutcome> {
  if (model === undefined || !mayHaveOverview(input.page)) return { state: 'none' }
  const isPaid = await chargeJob(db, job, 'model')
  return isPaid ? await requestOverview(model, input, signal) : { state: 'none', why: 'spent' }
}
