import type { Schemas } from '../api/shapes.ts'
import type { AskedQuestion } from './join-history.ts'

/** One sitting with its questions; `sitting` is null for what was asked in none. */
export type SittingGroup = {
  sitting: number | null
  state: Schemas['SessionState'] | null
  /** Of an earlier sitting it is known only when its first question was offered. */
  startedAt: string | null
  /** How many of its questions are answered, skipped and open, in words. */
  summary: string
  /** In the order in which they were asked, numbered from 1. */
  questions: (AskedQuestion & { number: number })[]
}

/** Imported answers may have any number: of more sittings than these in a row, none was held here. */
const emptyMax = 20

/**
 * Sittings, the newest first, then what was asked outside of any. Only the latest can be active. A sitting in which
 * nothing was asked is known by its number alone, as sittings are numbered without a gap.
 */
export function groupBySitting(
  questions: readonly AskedQuestion[],
  latest: Pick<Schemas['Session'], 'sitting' | 'state' | 'createdAt'> | null,
): SittingGroup[] {
  const byNumber = new Map<number | null, AskedQuestion[]>(latest === null ? [] : [[latest.sitting, []]])
  // The listing begins with the newest offer, a sitting with its first question.
  for (const question of questions.toReversed())
    byNumber.set(question.sitting, [...(byNumber.get(question.sitting) ?? []), question])
  for (const number of findMissingNumbers([...byNumber.keys()])) byNumber.set(number, [])
  const groups = [...byNumber].map(([sitting, questions]): SittingGroup => {
    const isLatest = latest !== null && latest.sitting === sitting
    return {
      sitting,
      state: sitting === null ? null : isLatest ? latest.state : 'finished',
      startedAt: isLatest ? latest.createdAt : (questions[0]?.offeredAt ?? null),
      summary: summarize(questions),
      questions: questions.map((question, at) => ({ ...question, number: at + 1 })),
    }
  })
  return groups.toSorted((a, b) => (b.sitting ?? 0) - (a.sitting ?? 0))
}

function findMissingNumbers(sittings: readonly (number | null)[]): number[] {
  const known = sittings.filter((sitting) => sitting !== null).toSorted((a, b) => a - b)
  return known.flatMap((number, at) => {
    const before = known[at - 1] ?? 0
    const length = number - before - 1
    return length > emptyMax ? [] : Array.from({ length }, (_, step) => before + 1 + step)
  })
}

/** What names a group in an address. */
export const toItem = ({ sitting }: Pick<SittingGroup, 'sitting'>): string =>
  sitting === null ? 'other' : `${sitting}`

export const toTitle = ({ sitting }: Pick<SittingGroup, 'sitting'>): string =>
  sitting === null ? 'Outside of the sittings' : `Sitting ${sitting}`

function summarize(questions: readonly AskedQuestion[]): string {
  if (questions.length === 0) return 'no question'
  const words = { answered: 'answered', skipped: 'skipped', offered: 'open' }
  return Object.entries(words)
    .map(([state, word]) => [questions.filter((question) => question.state === state).length, word] as const)
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}`)
    .join(', ')
}
