import type { SpeechState } from './speech-state.ts'

/** UTF-16 code units. A longer paragraph that ends in a question is more than a question. */
const questionToPersonCharsMax = 400

/** A paragraph of its own that is a question to a person. */
const isQuestionToPerson = (text: string) =>
  text.length < questionToPersonCharsMax && /\?$/.test(text) && /\byou(?:r|['’]\p{L}+)?\b/iu.test(text)

/** Questions that make a text an interview without quotation marks; there, one need not say "you". */
export const questionsMin = 3

export const isInterviewerQuestion = (text: string, { questionCount }: SpeechState) =>
  isQuestionToPerson(text) || (questionCount >= questionsMin && text.length < questionCharsMax && /\?$/.test(text))

/** UTF-16 code units. Without "you" only a short paragraph is a question of the interviewer. */
const questionCharsMax = 160

/** Where paragraphs begin with quotation marks, answers have them too. */
export function countInterviewQuestions(page: string, paragraphs: readonly { start: number; end: number }[]): number {
  const texts = paragraphs.map(({ start, end }) => page.slice(start, end))
  return texts.some((text) => /^["“«‘„]/.test(text)) ? 0 : texts.filter(isQuestionToPerson).length
}
