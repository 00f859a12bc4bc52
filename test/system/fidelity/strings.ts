import type { Random } from '../../text/seed.ts'
import { anyText, anyUnits } from '../../text/strings.ts'

/** The contract's rules for the fields with the artist's or the client's own words; lengths in code points. */
export const bounds = {
  answer: { min: 1, max: 2_000, mayBeBlank: false },
  note: { min: 0, max: 400, mayBeBlank: true },
  question: { min: 10, max: 500, mayBeBlank: false },
} as const
export type Field = keyof typeof bounds

/**
 * Whether a field accepts a text. Implemented differently from the service, which lists the characters: by code points
 * and Unicode's own properties.
 */
export function accepts(field: Field, text: string): boolean {
  const { min, max, mayBeBlank } = bounds[field]
  const points = Array.from(text)
  if (points.some((point) => point === '\0' || /^\p{Surrogate}$/u.test(point))) return false
  if (!mayBeBlank && points.every(isInvisible)) return false
  return points.length >= min && points.length <= max
}

/** The empty pattern of braille has no such property; the contract's list ends with the basic plane. */
const isInvisible = (point: string): boolean =>
  point.length === 1 && /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]$/u.test(point)

/** The first `max` characters, no surrogate pair split. */
export const clip = (text: string, points: number): string => Array.from(text).slice(0, points).join('')

const blanks = [
  '',
  ' ',
  '\t\r\n',
  '\u3000\u2003\u00a0',
  '\u2028\u0085',
  '\u1680\u202f\u205f',
  '\v\f',
  '\ufeff',
  '\u2800\u200b\u2069',
]
const flaws = ['\0', '\ud800', '\udfff', '\ude00\ud83d', '\udbff']
/** The last character of a text at its limit: an astral one, a combining one, and one that is neither. */
const ends = ['\u{10ffff}', '\u0301', '.']

/**
 * A string for an answer, valid or not: mostly pieces that broke text handling before, then limits, blanks, flaws and
 * unrelated units.
 */
export function drawAnswer(random: Random): string {
  const kind = random.below(32)
  if (kind === 0) return `${random.pick(blanks)}${random.pick(blanks)}`
  if (kind === 1) return fillTo(random, 2_000)
  if (kind === 2) return fillTo(random, random.pick([2_001, 2_002, 2_500]))
  if (kind === 3) return anyUnits(random)
  if (kind <= 5) return `${anyText(random, 8)}${random.pick(flaws)}${anyText(random, 8)}`
  // Composed and decomposed forms of the same words side by side; neither may become the other.
  const form = random.pick(['NFC', 'NFD', 'NFKC', 'NFKD', undefined, undefined] as const)
  const text = anyText(random, random.below(12) === 0 ? 900 : 30)
  return form === undefined ? text : text.normalize(form)
}

function fillTo(random: Random, points: number): string {
  const unit = random.pick(['😀', 'a', 'e\u0301', '\r\n', '\u{1fffe}', anyText(random, 40)]) || ' '
  const repeated = clip(`x${unit.repeat(points)}`, points - 1)
  return `${repeated}${random.pick(ends)}`
}

/** The text as a question, which has at least ten characters. */
export const buildQuestion = (text: string): string => clip(`What of ${text}?`, bounds.question.max)
