import { runAtOnce, type TimeSliced } from './run-at-once.ts'
import { segmentText } from './segments.ts'
import type { Span } from './windows.ts'

/*
 * Finds the sentences of a text with Intl.Segmenter, and corrects the Unicode rules where prose needs it. In doubt the
 * sentence is longer: two sentences taken as one can still be read, half a sentence cannot.
 */

/** Words that keep their full stop and never end a sentence. */
const abbreviations = new Set(
  'mr mrs ms mx dr prof mme mmes mlle mlles messrs st ste mt rev hon gen col capt lt sgt fr vs feat ft cf eg ie viz'.split(
    ' ',
  ),
)
/** Abbreviations only before a figure: "No. 5", while "No." can be a whole answer. */
const numbered = new Set('no nos nr op opp vol vols p pp ch fig bd ca bwv kv hob'.split(' '))

/** Room for the longest abbreviation, its brackets and the spaces after it. */
const tailChars = 40

/**
 * The sentences in the order of the text. Headings, single lines and fragments count as sentences; a piece without a
 * letter or digit does not.
 */
export const findSentences = (text: string): Span[] => runAtOnce(findSentencesInSlices(text))

/** The same for a long text while requests are served. */
export function* findSentencesInSlices(text: string): TimeSliced<Span[]> {
  const windows: Span[] = []
  const read = makeReadable(text)
  let open: Span | undefined
  for (const { segment, index } of segmentText(read, 'sentence')) {
    yield
    const end = index + segment.length
    // Only the end is matched: otherwise a text of a million "ha!" would be read a million times.
    if (open !== undefined && continues(read.slice(Math.max(open.start, open.end - tailChars), open.end), segment))
      open.end = end
    else {
      open = { start: index, end }
      windows.push(open)
    }
  }
  return windows
    .map((window) => trimWindow(text, window))
    .filter(({ start, end }) => /[\p{L}\p{N}]/u.test(text.slice(start, end)))
}

/**
 * Whether what follows belongs to the sentence that ends in `tail`. A line break that is still there ends a paragraph
 * or a heading.
 */
function continues(tail: string, following: string): boolean {
  if (/[\n\r\u0085\u2028\u2029]$/.test(tail)) return false
  // `"Really?" she said.` continues, and so does every text that begins with a lower-case letter.
  if (/^["'“”‘’«»_*\s]*\p{Ll}/u.test(following)) return true
  const last = /(?<![\p{L}\p{N}.])([\p{L}\p{N}.]+)\.\s*$/u.exec(tail)?.[1]
  if (last === undefined) return false
  // Initials: "J. S. Bach", "J.S. Bach". Lower-case ones, as in "5 p.m.", can end a sentence.
  if (/^(?:\p{Lu}\.)*\p{Lu}$/u.test(last)) return true
  const word = last.toLowerCase().replaceAll('.', '')
  return abbreviations.has(word) || (numbered.has(word) && /^[([]?\p{N}/u.test(following))
}

/**
 * The text for the segmenter, unit for unit as long as the original, so that offsets stay valid: a line break in
 * wrapped prose becomes a space, and in a text all in small letters the letter after a full stop a capital. No pattern
 * may scan an unbounded stretch twice: sources are up to four million units long.
 */
function makeReadable(text: string): string {
  // Wrapped prose has long lines; headings, verse and addresses are shorter than 45 units.
  const unwrapped = text.replace(/\r?\n(?<=[^\n\r]{45}\r?\n)(?=[^\S\n\r]*\S)/g, (lineBreak) =>
    ' '.repeat(lineBreak.length),
  )
  if (/(?:^\s*|[.!?]["'”’)]*\s+)["'“‘(]*\p{Lu}/u.test(text)) return unwrapped
  const smallStart = /((?<=\p{L})\p{L}[.!?]["'”’)]*\s+["'“‘(]*)(\p{Ll})/gu
  return unwrapped.replace(smallStart, (_, before: string, letter: string) => before + 'A'.repeat(letter.length))
}

/** The window without the white space at its edges; empty or turned round where it holds nothing else. */
export function trimWindow(text: string, { start, end }: Span): Span {
  const slice = text.slice(start, end)
  return { start: start + slice.length - slice.trimStart().length, end: start + slice.trimEnd().length }
}
