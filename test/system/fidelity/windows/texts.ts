import type { Random } from '../../../text/seed.ts'
import { anyText } from '../../../text/strings.ts'

/**
 * A stored source with the offsets at which a window may begin or end, found by walking code points, independent of the
 * tested code.
 */
export type StoredText = { sourceId: string; revision: string; text: string; isWhole: (offset: number) => boolean }

/** The longest text that can be stored, in UTF-16 code units (interface, section 4.5). */
const textCharsMax = 4_000_000

/** Short texts, texts of several pages, texts of hundreds of stored chunks, and one of the maximal length. */
export function drawTexts(random: Random, hasLong: boolean): string[] {
  const several = hasLong ? 12 : 4
  const long = hasLong ? [100_000, 100_001, 250_000, textCharsMax] : [20_000]
  const lengths = [...Array.from({ length: 12 }, () => 30), ...Array.from({ length: several }, () => 6_000), ...long]
  return lengths.map((most) => drawText(random, most))
}

function drawText(random: Random, charsMax: number): string {
  let text = '.'
  for (let row = anyText(random, 40); text.length + row.length <= charsMax; row = anyText(random, 400)) text += row
  return charsMax === textCharsMax ? text.padEnd(charsMax, '.') : text
}

/** One mark per offset, so that a text of four million units takes four megabytes. */
export function markWholeOffsets(text: string): (offset: number) => boolean {
  const marks = new Uint8Array(text.length + 1)
  marks[0] = 1
  let at = 0
  for (const character of text) {
    at += character.length
    marks[at] = 1
  }
  return (offset) => marks[offset] === 1
}

/** The text of the window [start, end) when it may be cited at all. */
export const sliceWindow = ({ text, isWhole }: StoredText, { start, end }: Window): string | undefined =>
  start < end && isWhole(start) && isWhole(end) ? text.substring(start, end) : undefined

export type Window = { start: number; end: number }

/** The kind of a window, for the count: every kind has to occur. */
export type Kind = 'whole' | 'inside a pair' | 'past the end' | 'empty' | 'turned round'
export function classifyWindow({ text, isWhole }: StoredText, { start, end }: Window): Kind {
  if (start === end) return 'empty'
  if (end < start) return 'turned round'
  if (end > text.length) return 'past the end'
  return isWhole(start) && isWhole(end) ? 'whole' : 'inside a pair'
}

/** A random window, with its edges moved to the places where windows go wrong. */
export function drawWindow(random: Random, stored: StoredText): Window {
  const { text } = stored
  const start = random.below(3) === 0 ? drawOffsetNearPair(random, stored) : random.below(text.length + 4)
  switch (random.below(16)) {
    case 0:
      return { start, end: start }
    case 1:
      return { start, end: Math.max(0, start - 1 - random.below(20)) }
    case 2:
      return { start, end: text.length + random.below(4) }
    default:
      return { start, end: start + drawLength(random, text.length - start) }
  }
}

/** As long as a quote may be, and mostly no longer than what is left of the text. */
function drawLength(random: Random, left: number): number {
  const length = 8 + random.below(random.pick([4, 60, 1_600, 3_200]))
  return length <= left || random.below(8) === 0 ? length : 1 + random.below(Math.max(1, left))
}

/** An offset between two halves of a pair, or beside one; anywhere when there is none nearby. */
function drawOffsetNearPair(random: Random, { text, isWhole }: StoredText): number {
  const from = random.below(text.length + 1)
  const near = Math.min(text.length, from + 200)
  for (let offset = from; offset < near; offset += 1) {
    if (!isWhole(offset)) return offset + random.pick([-1, 0, 0, 0, 1])
  }
  return from
}
