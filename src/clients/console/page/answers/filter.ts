import { hasEveryWord } from '../text/word-matches.ts'
import type { SittingGroup } from './sittings.ts'

/** The questions that have each of the words in their text or answer; a sitting without such a question is left out. */
export const filterByWords = (groups: readonly SittingGroup[], words: readonly string[]): SittingGroup[] =>
  groups
    .map((group) => ({
      ...group,
      questions: group.questions.filter(({ question, answer }) => hasEveryWord([question, answer ?? ''], words)),
    }))
    .filter(({ questions }) => questions.length > 0)

export const countQuestions = (groups: readonly SittingGroup[]): number =>
  groups.reduce((sum, { questions }) => sum + questions.length, 0)
