import { findSentences } from '#src/text/sentences.ts'
import type { TimeSliced } from '#src/text/time-slices.ts'
import { findBoundedQuestion } from './boundaries.ts'
import { findExcluded, findReason, type Rules } from './find-excluded.ts'

type Answer = { entryId: string; questionKey: string; question: string; answer: string }

/** An answer of which sentences are kept out; `isWhole`: its question is bounded or speaks of a bounded subject. */
export type BoundedAnswer = Omit<Answer, 'answer'> & { sentenceCount: number; isWhole: boolean }

/** The answers of which these rules keep out a sentence or all, in their order. Yields between answers. */
export function* listBoundedAnswers(answers: readonly Answer[], rules: Rules): TimeSliced<BoundedAnswer[]> {
  const bounded: BoundedAnswer[] = []
  for (const { answer, ...asked } of answers) {
    const isWhole =
      findBoundedQuestion(asked, rules.boundaries) !== undefined ||
      (yield* findReason(asked.question, rules)) !== undefined
    const { length } = isWhole ? findSentences(answer) : yield* findExcluded(answer, rules)
    const { entryId, questionKey, question } = asked
    if (length > 0) bounded.push({ entryId, questionKey, question, sentenceCount: length, isWhole })
    yield
  }
  return bounded
}
