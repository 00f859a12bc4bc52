import type { Schemas } from '../../../typescript/index.ts'
import type { AskedQuestion } from '../interview/history.ts'

/** One interview with its questions; `sitting` is null for what was asked in none. */
export type SittingGroup = {
  sitting: number | null
  isActive: boolean
  startedAt: string | null
  /** In the order in which they were asked. */
  questions: AskedQuestion[]
}

/** Interviews, the newest first, then what was asked outside of any. */
export function groupBySitting(
  history: readonly AskedQuestion[],
  latest: Pick<Schemas['Session'], 'sitting' | 'state' | 'createdAt'> | null,
): SittingGroup[] {
  const bySitting = Map.groupBy(history.toReversed(), ({ sitting }) => sitting)
  const groups = [...bySitting].map(([sitting, questions]): SittingGroup => {
    const isLatest = latest !== null && latest.sitting === sitting
    const startedAt = isLatest ? latest.createdAt : (questions[0]?.offeredAt ?? null)
    return { sitting, isActive: isLatest && latest.state === 'active', startedAt, questions }
  })
  return groups.toSorted((a, b) => (b.sitting ?? 0) - (a.sitting ?? 0))
}

/** What names a group in an address. */
export const toItem = ({ sitting }: Pick<SittingGroup, 'sitting'>): string => `${sitting ?? 'other'}`

export const toTitle = ({ sitting }: Pick<SittingGroup, 'sitting'>): string =>
  sitting === null ? 'Outside of an interview' : `Interview ${sitting}`
