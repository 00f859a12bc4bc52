import type { Random } from './seed.ts'

/** Pieces that have broken text handling before: each is well-formed by itself and in any order. */
// biome-ignore format: one piece a line would be a hundred lines; the groups are what a reader wants to see.
const pieces = [
  'a', 'Z', '7', ' ', '.', '"', '\\', '/', "'", '_', '{', '}', ',', ':',
  '\n', '\r\n', '\r', '\t', '\b', '\f', '\u0001', '\u001f', '\u007f', '\u0085', '\u2028', '\u2029',
  'é', 'e\u0301', 'Å', 'A\u030a', '\u212b', 'ﬁ', 'ß', 'İ', 'ς', '\u1e9b\u0323', '\u0344', 'Ệ', 'E\u0302\u0323',
  '\u0301', '\u20dd', '\u200d', '\u200b', '\ufe0f', '\u00ad', '\ufeff',
  '\u202e', '\u202c', '\u2066', '\u2069', '\u061c', 'שלום', 'مرحبا',
  '😀', '👩‍👩‍👧', '🇫🇷', '𝔘', '𠜎', '𐀀', '\u{17fff}', '\u{10ffff}', '\u{1fffe}',
  '\ufffe', '\uffff', '\ufdd0', '\ufffd', '\ue000', '\u{f0000}',
  '你', '한', '\u1112\u1161\u11ab', 'ไทย', 'क्षि', '“', '”', '’', '—',
]

/** A well-formed string of at most `most` pieces, sometimes empty. */
export function anyText(random: Random, most = 24): string {
  let text = ''
  for (let left = random.below(most + 1); left > 0; left--) text += random.pick(pieces)
  return text
}

/** A string of unrelated code units: lone surrogates, U+0000 and all. */
export function anyUnits(random: Random, most = 12): string {
  let text = ''
  for (let left = random.below(most + 1); left > 0; left--) {
    const unit = random.below(4) === 0 ? 0xd800 + random.below(0x800) : random.below(0x10000)
    text += String.fromCharCode(unit)
  }
  return text
}

/**
 * The offsets at which a window of a text may begin or end, found by walking code points, independent of the tested
 * code.
 */
export function listWholeOffsets(text: string): number[] {
  const offsets = [0]
  let at = 0
  for (const character of text) {
    at += character.length
    offsets.push(at)
  }
  return offsets
}
