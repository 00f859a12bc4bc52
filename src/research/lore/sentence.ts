import { foldWords } from '#src/text/fold.ts'
import { findSentences } from '#src/text/sentences.ts'
import { needsContext } from './anaphora.ts'
import type { LoreAnswer, LorePassage } from './evidence.ts'
import { joinPattern } from './pattern.ts'
import type { Span } from './speech/speech-state.ts'
import { stemWords } from './words.ts'

/** Where words of a source were left out. */
export const omissionMark = '[…]'

/** What a sentence lacks at its end: a full stop, where a narrator's words followed, or its rest. */
export const omittedRest = ` ${omissionMark}` as const
export type MissingEnd = '' | '.' | typeof omittedRest

/**
 * A sentence of an answer or a source. `parts` are its windows there: one, or several where a narrator's words are
 * between them. `missingEnd`: what it lacks at its end.
 */
export type EvidenceSentence = {
  parts: Span[]
  text: string
  missingEnd: MissingEnd
  words: string[]
  stems: Set<string>
  /** Whether it says "I" or "we", in the voice of its block or in a voice that is not the artist's. */
  isFirstPerson: boolean
  isForeignSelf: boolean
  /** Whether it is understood only after the sentence before it. */
  needsContext: boolean
}

/**
 * The shortest part that is cited: shorter words do not show where they are from. UTF-16 code units (interface, section
 * 2.4).
 */
const partCharsMin = 8

/** Also in German, French, Spanish and Dutch texts, whose speakers are not recognised. */
export const firstPerson = joinPattern(
  'u',
  String.raw`\b(?:I|I['’](?:m|ve|d|ll)|[Mm]e|[Mm]y|[Mm]ine|[Mm]yself|[Ww]e|[Ww]e['’]\p{L}+|us|[Oo]ur|`,
  String.raw`[Oo]urs|[Oo]urselves|[Ii]ch|[Mm]ir|[Mm]ich|[Mm]ein(?:e[mnrs]?)?|[Ww]ir|[Uu]ns(?:er\p{L}*)?|`,
  String.raw`[Jj]e|[Jj]['’]\p{L}+|[Mm]oi|[Nn]ous|[Nn]otre|[Yy]o|[Nn]osotr[ao]s|[Ii]k|[Ww]ij|[Mm]ijn)`,
  String.raw`\b(?!\.\s?\p{Lu}\.)`,
)

export function splitAnswer({ answer }: LoreAnswer): EvidenceSentence[] {
  return findSentences(answer).map((window) => buildSentence([window], answer.slice(window.start, window.end), ''))
}

/** The sentences of a passage in its order, with offsets of the source. */
export function splitPassage({ block, text }: LorePassage): EvidenceSentence[] {
  const slice = ({ start, end }: Span) => text.slice(start - block.start, end - block.start)
  if (block.quoted.length > 0) return splitNarration(block, text)
  const sentences: { parts: Span[]; missingEnd: '' | '.' }[] = []
  for (const [at, part] of block.parts.flatMap((part) => removeStageDirections(part, slice(part))).entries()) {
    const windows = findSentences(slice(part)).map(({ start, end }) => ({
      start: part.start + start,
      end: part.start + end,
    }))
    const [first, ...rest] = windows
    if (first === undefined) continue
    const last = sentences.at(-1)
    if (
      at > 0 &&
      last !== undefined &&
      continuesSentence(slice(first), slice({ start: last.parts.at(-1)?.end ?? first.start, end: first.start }))
    )
      last.parts.push(first)
    else sentences.push({ parts: [first], missingEnd: '' })
    sentences.push(...rest.map((window) => ({ parts: [window], missingEnd: '' as const })))
  }
  return sentences.flatMap(({ parts }) => {
    const long = parts.filter(({ start, end }) => end - start >= partCharsMin)
    const last = long.at(-1)
    if (last === undefined) return []
    // A tag has put a comma where the sentence ends.
    const tail = countTrailingMarks(slice(last))
    const windows = [...long.slice(0, -1), { start: last.start, end: last.end - tail }]
    const isCut = long[0] !== parts[0]
    const sentence = buildSentence(windows, windows.map(slice).join(' '), tail > 0 ? '.' : '')
    return [isCut ? { ...sentence, needsContext: sentence.needsContext || needsContext(sentence.text) } : sentence]
  })
}

/** `"Technic," began Mr. Hale; "for it depends"`: the narrator's words are inside one sentence. */
const continuesSentence = (following: string, gap: string) =>
  /^\p{Ll}/u.test(following) || (/[,;]\s*["“«‘'„»]?$/.test(gap.trimEnd()) && /^I\b/.test(following))

/** How many marks end the text. An unanchored pattern would try again from each mark of a long row of them. */
function countTrailingMarks(text: string): number {
  let length = 0
  while (length < text.length && ',;—–-'.includes(text.charAt(text.length - 1 - length))) length += 1
  return length
}

/** "[laughs]" and the like are not said. */
function removeStageDirections(part: Span, text: string): Span[] {
  const spans: Span[] = []
  let from = 0
  for (const { 0: direction, index } of text.matchAll(
    /\s{0,3}[[(](?:laugh|chuckl|smil|pause|applause|sigh|music|crosstalk|inaudible|sic|grin|cough)[^\])]{0,40}[\])]\s{0,3}/giu,
  )) {
    if (index > from) spans.push({ start: part.start + from, end: part.start + index })
    from = index + direction.length
  }
  if (from < text.length) spans.push({ start: part.start + from, end: part.end })
  return spans
}

/** A narrator's sentences; one that opens a quotation goes on to where it closes. */
function splitNarration({ start: offset, quoted }: LorePassage['block'], text: string): EvidenceSentence[] {
  const windows: Span[] = []
  let unclosed: Span | undefined
  for (const { start, end } of findSentences(text)) {
    if (unclosed === undefined) {
      unclosed = { start, end }
      windows.push(unclosed)
    } else unclosed.end = end
    const reached = offset + unclosed.end
    if (!quoted.some((quotation) => quotation.start < reached && reached <= quotation.end - 1)) unclosed = undefined
  }
  return windows.map(({ start, end }) => {
    const inside = quoted.filter((quotation) => quotation.start < offset + end && offset + start < quotation.end)
    let outside = text.slice(start, end)
    for (const { start: from, end: to } of inside.toReversed())
      outside = outside.slice(0, Math.max(0, from - offset - start)) + outside.slice(to - offset - start)
    const sentence = buildSentence([{ start: offset + start, end: offset + end }], text.slice(start, end), '')
    const isForeignSelf =
      firstPerson.test(outside) ||
      inside.some(
        ({ speaker, ...span }) =>
          speaker !== 'artist' && firstPerson.test(text.slice(span.start - offset, span.end - offset)),
      )
    return { ...sentence, isForeignSelf }
  })
}

function buildSentence(parts: Span[], text: string, missingEnd: EvidenceSentence['missingEnd']): EvidenceSentence {
  const words = foldWords(text).map(({ word }) => word)
  const isFirstPerson = firstPerson.test(text)
  return {
    parts,
    text,
    missingEnd,
    words,
    stems: stemWords(words),
    isFirstPerson,
    isForeignSelf: false,
    needsContext: needsContext(text),
  }
}

/** UTF-16 code units. About a hundred and fifty words: what is longer is a list or a text without full stops. */
const sentenceCharsMax = 900

/** What a page or a post asks of its reader. */
const toReader = joinPattern(
  'iu',
  String.raw`^(?:Listen to|Buy|Watch|Read more|Subscribe|Tickets|Follow|Stream|Order)\b|\bplease\b|`,
  String.raw`\b(?:is|are) (?:proud|pleased|delighted|happy|thrilled|excited) to (?:announce|present|share|welcome)\b`,
)

/** "It happened in this wise.": a story follows, of which Lore may have no more than the beginning. */
const announcing = joinPattern(
  'iu',
  String.raw`\b(?:in this (?:wise|way|manner)|like this|as follows)[.:]$|`,
  String.raw`\bI (?:am|was) (?:\p{Ll}+ )?(?:reminded of|questioned (?:on|about)|asked about)\b`,
)

/**
 * Whether a sentence of a source is fit for Lore at all: finished, of a readable length, without addresses and stray
 * controls.
 */
export function isReadable({ text, missingEnd, parts }: EvidenceSentence): boolean {
  if (text.length > sentenceCharsMax || !isClean(text)) return false
  if (missingEnd === '' && !/[.!?…]["'”’»)\]_*]*$/.test(text)) return false
  if (((text.match(/_/g) ?? []).length + (text.match(/\*/g) ?? []).length) % 2 === 1) return false
  if (
    announcing.test(text) ||
    toReader.test(text) ||
    (parts.length > 1 && /\b(?:like this|as follows|thus)\b/iu.test(text))
  )
    return false
  return !/https?:|www\.|[@#]\p{L}|\S@\S{1,60}\.\S/u.test(text) && !/[•|]/.test(text)
}

/** Whether it says something by itself; "I don't." may only follow what it is about. */
export const isSubstantial = ({ words, stems }: EvidenceSentence): boolean => words.length >= 4 && stems.size >= 2

/** A direction mark or control character would affect the sentences beside this one. */
export const isClean = (text: string): boolean => !/[\p{Cc}--[\t\n\r]]|[\u202a-\u202e\u2066-\u2069\ufffd]/v.test(text)
