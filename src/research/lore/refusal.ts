import { joinPattern } from './pattern.ts'

const refusing = joinPattern(
  'iu',
  String.raw`\b(?:no comment|(?:rather|prefer) not|(?:don['’]t|do not|won['’]t|will not) (?:want|wish|`,
  'like)? ?(?:to )?(?:talk|speak|discuss|answer|say|go into)|next question|skip (?:this|that)|',
  String.raw`pass\b[.!]?$|n/a|none of your)\b`,
)

/** UTF-16 code units. A longer sentence says something beside "no comment". */
const refusalCharsMax = 120

/** "I would rather not say": an answer that gives none. */
export const isRefusalToAnswer = (text: string): boolean => text.length < refusalCharsMax && refusing.test(text)
