import type { Candidate } from './candidates.ts'

/** Fewer words than this are an interjection or a remark on the question ("Yes, of course."), not a statement. */
const wordsMin = { answer: 4, original: 6 }
/** UTF-16 code units. About a hundred words: what is longer is a list or a text without full stops. */
const charsMax = 600

const firstPerson = new Set(['i', "i'm", "i've", "i'd", "i'll", 'me', 'my', 'mine', 'we', 'our', 'us', 'myself'])

/** Whether a sentence can stand in Lore at all: a finished statement of a readable length without stray controls. */
export function usable({ kind, text, words, stems }: Candidate): boolean {
  if (words.length < wordsMin[kind] || stems.size < 2 || text.length > charsMax) return false
  // A direction mark or control character would work on the sentences beside this one.
  if (/[\p{Cc}--[\t\n\r]]|[\u202a-\u202e\u2066-\u2069\ufffd]/v.test(text)) return false
  // People end an answer without a full stop; in a source that is a heading, a caption or a cut.
  return kind === 'answer' ? !/[?:]["'”’)\]]*$/.test(text) : /[.!…]["'”’)\]_*]*$/.test(text)
}

/**
 * How much a sentence tells, between about -1.5 and 3.5; only the order matters. Each merit counts about one point, so
 * that no single one decides: a length that reads well, the artist as its subject, and words that are about
 * something in particular. The place counts half a point, because people put first what they are asked about.
 */
export function informativeness(sentence: Candidate, artistName: ReadonlySet<string>): number {
  const { words, stems, text, index, leans } = sentence
  const length = Math.min(1, words.length / 10, 30 / words.length)
  const aboutArtist = words.some((word) => firstPerson.has(word)) || !artistName.isDisjointFrom(stems) ? 1 : 0
  const particular = Math.min(5, particularWords(text)) / 5
  const place = 0.5 / (1 + index)
  // What leans on another sentence, or opens a quotation it does not close, reads as torn out.
  const torn = (leans ? 0.75 : 0) + (quotationCloses(text) ? 0 : 0.75)
  return length + aboutArtist + particular + place - torn
}

/** Names (a capital inside the sentence), figures, and words of nine letters or more, which are rarely filling. */
function particularWords(text: string): number {
  return new Set(text.match(/\p{Lu}(?<=\p{L}[,;]?\s+["“‘_(]*\p{Lu})[\p{L}\p{M}]+|\p{N}+|[\p{L}\p{M}]{9,}/gu)).size
}

function quotationCloses(text: string): boolean {
  const straight = text.split('"').length - 1
  return straight % 2 === 0 && count(text, '“') === count(text, '”') && count(text, '(') === count(text, ')')
}

function count(text: string, mark: string): number {
  return text.split(mark).length - 1
}
