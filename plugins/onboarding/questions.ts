import { correctionQuestionKey } from '#src/research/lore/compose.ts'

/**
 * The questions of every onboarding, in this order. A question that was offered keeps its text, so a new text
 * here is for those who have not come to it yet.
 */
const questions: readonly { key: string; question: string }[] = [
  { key: 'onboarding-1', question: 'Where does your music come from: which place, people or sounds?' },
  {
    key: 'onboarding-2',
    question: 'Which of your recordings should somebody hear first, and what were you after in it?',
  },
  { key: 'onboarding-3', question: 'How do you work when a new piece begins?' },
  { key: correctionQuestionKey, question: 'What has been written about you that you would put differently?' },
]

export const questionKeys = questions.map(({ key }) => key)

/** The question to ask next, given the keys of those asked so far; undefined when all were. */
export const nextQuestion = (offeredKeys: readonly string[]) => questions.find(({ key }) => !offeredKeys.includes(key))
