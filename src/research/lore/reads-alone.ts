import { pattern } from './pattern.ts'
import type { EvidenceSentence } from './sentence.ts'
import { stemContentWords } from './words.ts'

/** Fewer words than this say too little without their question. */
const aloneWordsMin = 9

/** A statement in the first person, and not the rest of one that the question began. */
const ownStatement = pattern(
  'u',
  String.raw`^["“‘(]*(?:(?:I|We)\b|My\s(?:\p{L}+\s){1,3}(?:was|were|is|are|had|has|sat|made|taught|gave|`,
  String.raw`came|went|bought|built|sang|played|left|told|\p{Ll}+ed)\b|[^,]{3,60},\s(?:I|we)\b)`,
)

/**
 * Whether an answer itself says what it is about: in the first person, pointing at no other text, and with a word of
 * its question.
 */
export function isSelfContained([first]: readonly EvidenceSentence[], question: string): boolean {
  if (first === undefined || first.needs || first.words.length < aloneWordsMin || !ownStatement.test(first.text))
    return false
  return !first.stems.isDisjointFrom(stemContentWords(question)) || first.words.length >= 2 * aloneWordsMin
}

const refusing = pattern(
  'iu',
  String.raw`\b(?:no comment|(?:rather|prefer) not|(?:don['’]t|do not|won['’]t|will not) (?:want|wish|`,
  'like)? ?(?:to )?(?:talk|speak|discuss|answer|say|go into)|next question|skip (?:this|that)|',
  String.raw`pass\b[.!]?$|n/a|none of your)\b`,
)

/** "I would rather not say": an answer that gives none. */
export const isRefusalToAnswer = (text: string): boolean => text.length < 120 && refusing.test(text)
