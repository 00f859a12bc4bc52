import { joinPattern } from '../pattern.ts'
/** A stretch of a text on lines of its own: UTF-16 code units, [start, end), trimmed of white space. */
export type Paragraph = { start: number; end: number; kind: 'prose' | 'aside' | 'separator' }

/** Lines of wrapped prose are at least this long; headings, verse and lists are shorter. UTF-16 code units. */
const wrappedLineCharsMin = 45
/** A line of wrapped prose is at most this long; a longer one that ends its sentence is a paragraph of its own. */
const wrappedLineCharsMax = 110

/**
 * The paragraphs of a text in its order. `aside` is what belongs to the page and not to its prose: headings, lists,
 * records, stage directions. A separator (a row of stars) has no letter or digit.
 */
export function splitParagraphs(text: string): Paragraph[] {
  const paragraphs: Paragraph[] = []
  for (const { start, end } of joinWrappedLines(text)) {
    const slice = text.slice(start, end)
    const from = start + slice.length - slice.trimStart().length
    const to = start + slice.trimEnd().length
    if (from < to) paragraphs.push({ start: from, end: to, kind: findKind(text.slice(from, to)) })
  }
  return paragraphs
}

function* joinWrappedLines(text: string): Generator<{ start: number; end: number }> {
  const lines = [...text.matchAll(/[^\n\r\u2028\u2029]*(?:\r?\n|[\r\u2028\u2029]|$)/g)]
  const width = lines.reduce(
    (most, { 0: line }) => (line.length > 3 * wrappedLineCharsMax ? most : Math.max(most, line.trimEnd().length)),
    0,
  )
  let open: { start: number; end: number } | undefined
  for (const [at, { 0: whole, index }] of lines.entries()) {
    const line = whole.trimEnd()
    const end = index + whole.length
    if (open !== undefined && line !== '' && !beginsItem(line)) open.end = end
    else {
      if (open !== undefined) yield open
      open = line === '' ? undefined : { start: index, end }
    }
    if (open === undefined) continue
    const isWhole = line.length > wrappedLineCharsMax && /[.!?…:]['"”’»)\]_*]*$/u.test(line)
    const isAsked = isQuestion(text.slice(open.start, end), lines[at + 1]?.[0] ?? '')
    if (line.length < wrappedLineCharsMin || isWhole || isAsked || isTitle(line, lines[at + 1]?.[0] ?? '', width)) {
      yield open
      open = undefined
    }
  }
  if (open !== undefined) yield open
}

/** A question that ends its line and is answered on the next. */
const isQuestion = (line: string, following: string): boolean =>
  line.length < 400 && /\?\s*$/.test(line) && !/["“”«»]/.test(line) && /^\p{Lu}/u.test(following)

/** How much of the width of a text a line fills that goes on with the next. */
const filledShareMin = 0.75

/** A line that ends early, without a mark, and is followed by a new beginning. */
const isTitle = (line: string, following: string, width: number): boolean =>
  line.length < filledShareMin * width &&
  !/[.!?…:;,—–-]['"”’»)\]_*]*$/u.test(line) &&
  /^\s*["“‘«(]?[\p{Lu}\p{N}]/u.test(following)

const item = joinPattern(
  'u',
  String.raw`^\s*(?:[-*•–—]\s|\d{1,3}[.)]\s|\p{Lu}[\p{L}.' ]{0,30}:\s|`,
  String.raw`(?:["“«‘]\s?)?\p{Lu}{2,}\b.*$(?<!\p{Ll}))`,
)
const beginsItem = (line: string) => item.test(line)

function findKind(text: string): Paragraph['kind'] {
  if (!/[\p{L}\p{N}]/u.test(text)) return 'separator'
  return isHeading(text) || isListItem(text) || isStageDirection(text) || isRecord(text) ? 'aside' : 'prose'
}

function isHeading(text: string): boolean {
  if (/^#{1,6}\s/.test(text)) return true
  if (text.length < 120 && /\p{Lu}/u.test(text) && !/\p{Ll}/u.test(text)) return true
  // A short line without a mark at its end, unless it speaks: a chat line has a small first letter or a pronoun.
  const isUnmarked = /^["“«‘(]?[\p{Lu}\p{N}]/u.test(text) && !/[.!?…:;,"”»’')\]—–-]$/u.test(text)
  return text.length < 90 && isUnmarked && !hasFirstPerson(text)
}

export const hasFirstPerson = (text: string): boolean => /\b(?:I|my|me|we|our)\b/.test(text)

const isListItem = (text: string) =>
  /^(?:[-*•]\s|["“(]?(?:\d{1,3}|[a-z]|[ivx]{1,4})[.)]\s)/u.test(text) && !/^["“]?I\.\s/.test(text)

const ofThePage = joinPattern(
  'iu',
  String.raw`^_?\[?(?:photo|image|video|caption|credit|listen|buy|tickets|tracklist|track list|read more|`,
  String.raw`related|subscribe|share)\b[^.!?]{0,80}[:\]]`,
)

const isStageDirection = (text: string) => /^(?:\([^()]*\)|\[[^[\]]*\])[.]?$/.test(text) || ofThePage.test(text)

/**
 * A line of a discography, a programme or a contact: more figures, bars and capitals than words that carry a sentence.
 */
function isRecord(text: string): boolean {
  if (text.length > 200) return false
  if (/^[\p{Lu}\p{N}"“‘'][^.!?]*\((?:[^()]*,\s*)?\d{4}[^()]*\)[.]?$/u.test(text)) return true
  const hasVerbMark = /[.!?…]["”»’')\]]*$/u.test(text)
  return (/\s[|•·]\s/.test(text) || /\b(?:https?:|www\.|@)\S/.test(text)) && !hasVerbMark
}
