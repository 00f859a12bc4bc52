import { fold } from '#src/text/fold.ts'
import { segmentText } from '#src/text/segments.ts'
import { simplifyHan } from '#src/text/simplified-han.ts'
import type { TimeSliced } from '#src/text/time-slices.ts'
import { closeWords } from '#src/text/words.ts'

/** A window of a text, UTF-16 code units, that agrees with a quote; `score` is from 0 to 1. */
export type AlignedWindow = { start: number; end: number; score: number; agreedChars: number }

/** A word or a sign, folded, and its window. */
type Token = { key: string; start: number; end: number }

/** After more rounds a score does not rise as a rule. */
const roundsMax = 3

/**
 * The window with most of a quote's words in their order, undefined where no word agrees. It begins and ends with a
 * word, and takes the punctuation beside it where the quote has some there. Its score is what agrees of both, by the
 * length of the words.
 * @param scoreMin the least score that is looked for
 */
export function* alignQuote(quote: string, text: string, scoreMin: number): TimeSliced<AlignedWindow | undefined> {
  const [wanted, tokens] = [tokenize(quote), tokenize(text)]
  let best: (AlignedWindow & { first: number; last: number }) | undefined
  for (let round = 0; round < roundsMax; round += 1) {
    // With the score as the penalty a window loses what lies far from the rest (Dinkelbach's method).
    const found = yield* align(wanted, tokens, best?.score ?? scoreMin)
    if (found === undefined || found.score <= (best?.score ?? 0)) break
    best = found
  }
  if (best === undefined) return undefined
  const [leading, trailing] = [quote.slice(0, wanted[0]?.start), quote.slice(wanted.at(-1)?.end)]
  const before =
    leading === ''
      ? ''
      : (/(?<![^\p{L}\p{N}\s])[^\p{L}\p{N}\s]*$/u.exec(text.slice(tokens[best.first - 1]?.end ?? 0, best.start))?.[0] ??
        '')
  const after =
    trailing === '' ? '' : (/^[^\p{L}\p{N}\s]*/u.exec(text.slice(best.end, tokens[best.last + 1]?.start))?.[0] ?? '')
  return { ...best, start: best.start - before.length, end: best.end + after.length }
}

function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  for (const { segment, index } of segmentText(closeWords(simplifyHan(text)), 'word')) {
    if (/[\p{L}\p{N}\p{S}]/u.test(segment))
      tokens.push({ key: fold(segment).replaceAll('_', '') || segment, start: index, end: index + segment.length })
  }
  return tokens
}

/**
 * Local alignment after Smith and Waterman, words of the quote times words of the text: the greatest sum of what agrees,
 * on both sides, less the penalty for every letter of the window.
 */
function* align(wanted: Token[], tokens: Token[], penalty: number) {
  const weights = tokens.map(({ key }) => key.length)
  let above = createRow(tokens.length)
  let row = createRow(tokens.length)
  let best = { value: 0, first: 0, last: 0 }
  for (const { key } of wanted) {
    yield
    let value = 0
    let first = 0
    for (const [at, token] of tokens.entries()) {
      const weight = weights[at] ?? 0
      value = Math.max(0, value - penalty * weight)
      if ((above.value[at] ?? 0) >= value) {
        value = above.value[at] ?? 0
        first = above.first[at] ?? 0
      }
      if (token.key === key) {
        const before = above.value[at - 1] ?? 0
        const matched = before + (2 - penalty) * weight
        if (matched > value) {
          value = matched
          first = before > 0 ? (above.first[at - 1] ?? at) : at
          if (value > best.value) best = { value, first, last: at }
        }
      }
      row.value[at] = value
      row.first[at] = first
    }
    ;[above, row] = [row, above]
  }
  const [start, end] = [tokens[best.first]?.start, tokens[best.last]?.end]
  if (best.value === 0 || start === undefined || end === undefined) return undefined
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
  const windowChars = sum(weights.slice(best.first, best.last + 1))
  const agreed = best.value + penalty * windowChars
  const score = agreed / (sum(wanted.map(({ key }) => key.length)) + windowChars)
  // Two equal sums may differ in their last bit.
  return { ...best, start, end, score: Math.min(1, score), agreedChars: agreed / 2 }
}

/** For every word: the greatest value of a window that ends at it, and the word at which that window begins. */
const createRow = (length: number) => ({ value: new Float64Array(length), first: new Int32Array(length) })
