import { computeEditDistance } from '#src/text/edit-distance.ts'

/**
 * Words are compared with a misspelt `word` when they begin or end like it, and are of about its length. `end` is read
 * backwards.
 */
export type SpellingPattern = { word: string; beginning: string; end: string; lengthMin: number; lengthMax: number }

/** Letters that may be wrong, by the length of the longer word: a slip in a short word makes another word. */
function computeSlipsMax(length: number): number {
  if (length < 5) return 0
  return length < 8 ? 1 : 2
}

/**
 * How to look for what a word may be misspelt from: a slip leaves its beginning or its end as they were (two slips, one
 * on either side, are not looked for). Undefined for a word too short to tell.
 */
export function buildSpellingPattern(word: string): SpellingPattern | undefined {
  // By code points, as the database counts: half of a surrogate pair is no text to it.
  const letters = [...word]
  const slips = computeSlipsMax(letters.length)
  if (slips === 0 || /\d/.test(word)) return undefined
  return {
    word,
    beginning: letters.slice(0, letters.length < 7 ? 2 : 3).join(''),
    end: letters.slice(-3).reverse().join(''),
    lengthMin: letters.length - slips,
    lengthMax: letters.length + slips,
  }
}

/**
 * How sure it is that a word is another misspelt: 0 when it is not, else above 0.7 and below 1. A slip is a letter too
 * many, too few or wrong, or two in the wrong order. In words of five and six letters the first letter must be right.
 */
export function computeSimilarity(one: string, other: string): number {
  const length = Math.max(one.length, other.length)
  const slips = computeSlipsMax(one.length)
  if (length < 7 && one[0] !== other[0]) return 0
  const distance = computeEditDistance(one, other)
  return distance <= slips ? 1 - distance / length : 0
}
