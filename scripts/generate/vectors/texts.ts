/*
 * Texts that have broken a program before, as code units so that no editor, normaliser or encoder of this repository
 * can change them. Those with half a pair cannot be stored; a program still has to detect that.
 */

export type NamedText = { name: string; text: string }

export const texts: readonly NamedText[] = [
  { name: 'ascii', text: 'organ' },
  { name: 'an astral character between letters', text: 'a\u{1f600}b' },
  { name: 'astral characters side by side', text: '\u{1d518}\u{2070e}\u{10ffff}' },
  { name: 'a sequence of emoji joined by U+200D', text: '\u{1f469}\u200d\u{1f467}' },
  { name: 'flags, each of two astral characters', text: '\u{1f1eb}\u{1f1f7}' },
  { name: 'e acute, composed (NFC)', text: 'caf\u00e9' },
  { name: 'e acute, decomposed (NFD)', text: 'cafe\u0301' },
  { name: 'Hangul, composed', text: '\ud55c' },
  { name: 'Hangul, decomposed', text: '\u1112\u1161\u11ab' },
  { name: 'two marks in one order', text: 'e\u0302\u0323' },
  { name: 'two marks in the other order', text: 'e\u0323\u0302' },
  { name: 'a mark that begins the text', text: '\u0301a' },
  { name: 'CR LF, CR and LF', text: 'a\r\nb\rc\n' },
  { name: 'white space at both ends', text: ' \ta\u00a0\u2028' },
  { name: 'a byte order mark as text', text: '\ufeffa' },
  { name: 'noncharacters', text: '\ufffe\uffff\ufdd0\u{1fffe}' },
  { name: 'the last unit below and the first above the surrogates', text: '\ud7ff\ue000' },
  { name: 'U+FFFD as text', text: '\ufffd' },
  { name: 'right to left with marks of direction', text: '\u202e\u05e9\u05dc\u202c' },
  { name: 'control characters', text: '\u0001\u001f\u007f\u0085' },
  { name: 'half a pair alone: the high half', text: 'a\ud83d' },
  { name: 'half a pair alone: the low half', text: '\ude00a' },
  { name: 'the halves in the wrong order', text: '\ude00\ud83d' },
  { name: 'a high half before a pair', text: '\ud83d\ud83d\ude00' },
]

/** Four hexadecimal digits a unit, the first unit first. */
export const toUnits = (text: string): string =>
  Array.from({ length: text.length }, (_, at) => text.charCodeAt(at).toString(16).padStart(4, '0')).join('')
