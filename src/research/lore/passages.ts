/*
 * Finds what a page prints of a source: exact text, in whole sentences. Pure; every window is in the UTF-16 code units
 * of the source, and a stretch is the part of it that was read.
 */

import { isDenial } from '#src/records/memory/exclusions/corrections.ts'
import { isIdeographic } from '#src/records/memory/exclusions/words.ts'
import { type FoldedWord, foldWords } from '#src/text/fold.ts'
import { leaning, speaksInFirstPerson, stopWords } from '#src/text/languages.ts'
import { findSentences } from '#src/text/sentences.ts'
import { overlaps, type Span, type Stretch } from './evidence.ts'
import { passageCharsMax } from './limits.ts'

/** Sentences of a paragraph, in the offsets of the stretch's text. */
type Paragraph = Span & { sentences: Span[] }

/** Between two parts of a text; nothing is printed across it. */
const isSeparator = (text: string): boolean => /^[\s*·•_=~#—–-]+$/u.test(text)

function listParagraphs(text: string): Paragraph[] {
  // Without an empty line, a line that ends like a sentence or a heading ends a paragraph; a longer one was wrapped.
  const paragraphBreak = /\n[^\S\n]*\n/.test(text)
    ? /\n[^\S\n]*\n\s*/g
    : /(?<=[.!?:…。！？"”»」)\]]|(?:^|\n)[^\n]{1,44})\n\s*/g
  const breaks = [...text.matchAll(paragraphBreak), { index: text.length, 0: '' }]
  let start = 0
  return breaks.flatMap((found) => {
    const [from, end] = [start, found.index]
    start = found.index + found[0].length
    const paragraph = text.slice(from, end)
    if (paragraph.trim() === '') return []
    const sentences = findSentences(paragraph).map((one) => ({ start: from + one.start, end: from + one.end }))
    return [{ start: from, end, sentences }]
  })
}

/** "Jo Hart: When did you begin?": a line of a transcript, which the next line answers. */
const isLabelled = (text: string): boolean => /^[^\n:]{1,60}:\s/u.test(text)
const isQuestion = (text: string): boolean => /[?？]\W*$/u.test(text)

/**
 * The passage around a window that a question cites: its sentences, the rest of their paragraph, the start of the
 * paragraph where there is room or where the passage would lean on it, and the next paragraph where this one is short,
 * or asks what the next one answers. What denies the last sentence belongs to it.
 */
export function growPassage({ start: offset, text }: Stretch, cited: Span, names: NameMatcher): Span {
  const window = { start: cited.start - offset, end: cited.end - offset }
  const paragraphs = listParagraphs(text)
  const first = paragraphs.findIndex((one) => one.end > window.start)
  const last = paragraphs.findLastIndex((one) => one.start < window.end)
  const slice = (one: Span) => text.slice(one.start, one.end)
  const sentences = paragraphs.slice(first, last + 1).flatMap((one) => one.sentences)
  let [from, to] = [
    sentences.findIndex((one) => one.end > window.start),
    sentences.findLastIndex((one) => one.start < window.end),
  ]
  const [opening, closing] = [sentences[from], sentences[to]]
  if (opening === undefined || closing === undefined) return cited
  let passage = { start: Math.min(opening.start, window.start), end: Math.max(closing.end, window.end) }
  const isNarrated = names(slice(paragraphs[first] ?? passage))
  for (to += 1; to < sentences.length; to += 1) {
    const next = sentences[to] as Span
    if (next.end - passage.start > passageCharsMax && !isDenial(slice(next))) break
    passage = { ...passage, end: next.end }
  }
  for (from -= 1; from >= 0; from -= 1) {
    const before = sentences[from] as Span
    const room = leaning.test(slice(passage)) ? 1.3 * passageCharsMax : passageCharsMax
    if (passage.end - before.start > room || (isNarrated && speaksInFirstPerson(slice(before)))) break
    passage = { ...passage, start: before.start }
  }
  const isWhole = to >= sentences.length
  return shift(isWhole ? growAcross(paragraphs, first, last, passage, slice) : passage, offset)
}

const shift = ({ start, end }: Span, offset: number): Span => ({ start: start + offset, end: end + offset })

/** Below so many UTF-16 code units a passage takes the paragraph after it as well. */
const shortPassageChars = 450

function growAcross(
  paragraphs: readonly Paragraph[],
  first: number,
  last: number,
  passage: Span,
  slice: (one: Span) => string,
): Span {
  const [before, own, next] = [paragraphs[first - 1], paragraphs[last], paragraphs[last + 1]]
  let { start, end } = passage
  const isFromStart = start === paragraphs[first]?.sentences[0]?.start
  const fits = (from: number, to: number) => to - from <= passageCharsMax
  if (before !== undefined && isFromStart && fits(before.start, end) && !isSeparator(slice(before))) {
    const question = isQuestion(slice(before)) && isLabelled(slice(before))
    if (question || (leaning.test(slice(passage)) && before.sentences.length > 0))
      start = before.sentences[0]?.start ?? start
  }
  const following = next?.sentences.at(-1)?.end
  if (next === undefined || following === undefined || isSeparator(slice(next))) return { start, end }
  const denial = next.sentences[0]
  if (denial !== undefined && isDenial(slice(denial))) return { start, end: denial.end }
  const asks = own !== undefined && isQuestion(slice(own))
  const continues = end - start < shortPassageChars && !isLabelled(slice(next)) && !isHeading(slice(next))
  if ((asks || continues) && fits(start, following)) end = following
  return { start, end }
}

/** UTF-16 code units below which a line without a stop is a heading, a credit or a caption. */
const headingChars = 80
const isHeading = (text: string): boolean => text.length < headingChars && !/[.!?。！？…"”»」]\W*$/u.test(text.trim())

/** UTF-16 code units of a paragraph that is worth printing. */
const paragraphCharsMin = 60

/** Which paragraph of a source is looked for: one that names the artist, one of prose, or the first of all. */
export type ParagraphKind = 'named' | 'prose' | 'any'

/**
 * The first paragraph of a kind, as far as it fits; null where there is none. One that names the artist and whose "I" is
 * a visitor's is passed over, and so is one that the next sentence denies.
 */
export function findParagraph({ start: offset, text }: Stretch, names: NameMatcher, kind: ParagraphKind): Span | null {
  const paragraphs = listParagraphs(text)
  const slice = (one: Span) => text.slice(one.start, one.end)
  const isPrintable = (one: Paragraph, at: number) => {
    const paragraph = slice(one)
    const next = paragraphs[at + 1]?.sentences[0]
    if (isSeparator(paragraph) || (next !== undefined && isDenial(slice(next)))) return false
    if (kind !== 'any' && (paragraph.length < paragraphCharsMin || isHeading(paragraph))) return false
    const isOwn = isLabelled(paragraph) && names(paragraph.split(':')[0] ?? '')
    return kind !== 'named' || (names(paragraph) && (isOwn || !speaksInFirstPerson(paragraph)))
  }
  const at = paragraphs.findIndex(isPrintable)
  const [before, found] = [paragraphs[at - 1], paragraphs[at]]
  if (found === undefined) return null
  let start = found.sentences[0]?.start ?? found.start
  const end = found.sentences.findLast((one) => one.end - start <= passageCharsMax)?.end
  if (end === undefined) return null
  // The question of a transcript belongs to the answer below it.
  if (
    before !== undefined &&
    isLabelled(slice(found)) &&
    isQuestion(slice(before)) &&
    end - before.start <= passageCharsMax
  )
    start = before.sentences[0]?.start ?? start
  return shift({ start, end }, offset)
}

/** Whether a text names the artist: by the whole name, or by the last word of it with a capital letter. */
export type NameMatcher = (text: string) => boolean

export function buildNameMatcher(artistName: string): NameMatcher {
  const words = foldWords(artistName).map(({ word }) => word)
  const last = words.at(-1) ?? ''
  return (text) => {
    if (isIdeographic(artistName)) return text.includes(artistName)
    const found = foldWords(text)
    const isCapital = (one: FoldedWord | undefined) => one !== undefined && /\p{Lu}/u.test(text[one.start] ?? '')
    return found.some((one, at) => {
      if (words.every((name, n) => found[at + n]?.word === name)) return true
      if (words.length === 1 || !isForm(one.word, last) || !isCapital(one)) return false
      // "Aldous Quill" is another of the name.
      const before = found[at - 1]
      const isBeside = before !== undefined && text.slice(before.end, one.start) === ' ' && isCapital(before)
      return !isBeside || words.includes(before.word) || stopWords.has(before.word)
    })
  }
}

/** "Quill", and "Quill's". */
const isForm = (word: string, name: string): boolean => word === name || word === `${name}'s`

const roles =
  'pian|singer|sänger|chant|cantant|cantat|compos|kompon|musici|musik|músic|violin|geig|violon|cell|organ|guitar|' +
  'gitar|chitarr|harp|harf|arp|drum|schlagzeug|percuss|batter|rapper|produc|produz|band\\b|songwriter|liedermacher|' +
  'conductor|dirigent|direttor|teacher|lehrer|artist|künstler|dj\\b|flaut|flöt|flut|trumpet|trompet|saxo|bassist|' +
  '歌手|ピアニスト|作曲家|演奏家|音楽家|奏者|ミュージシャン|ギタリスト|歌い手'
const role = new RegExp(roles, 'iu')
const being = String.raw`(?:is|was|has been|ist|war|gilt als|es|fue|est|était|è|era)\s+(?:an?|the|one of|ein\p{L}*|der|die|das|un[ao]?|el|la|une|le|l['’]|il|lo)`
const apposed = String.raw`,\s+(?:(?:an?|the|ein\p{L}*|der|die|un[ao]?|el|la|une|le|il)\s)?`

/** UTF-16 code units of a sentence that says who the artist is. */
const introductionChars = { min: 30, max: 320 }

/** The sentences that name the artist as their subject and say what the artist is, the shortest first. */
export function findIntroductions({ start: offset, text }: Stretch, artistName: string): Span[] {
  const last = artistName.trim().split(/\s+/).at(-1) ?? artistName
  const quote = (name: string) => name.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)
  const name = `(?:${quote(artistName)}|(?:\\p{L}+\\.? )?${quote(last)})`
  const subject = isIdeographic(artistName)
    ? new RegExp(`^${quote(artistName)}(?:（[^）]*）)?は`, 'u')
    : new RegExp(
        String.raw`^(?:the |der |die |el |la |le |il )?(?:[\p{L}-]+ ){0,3}?${name}(?:\s+${being}\b|${apposed}[^.;]{3,})`,
        'iu',
      )
  return listParagraphs(text)
    .flatMap(({ sentences }) => sentences.filter((_, at) => !isDenialAt(sentences[at + 1], text)))
    .filter((one) => {
      const sentence = text.slice(one.start, one.end)
      const { length } = sentence
      return (
        length >= introductionChars.min &&
        length <= introductionChars.max &&
        /[.。!”"»]$/u.test(sentence) &&
        !/\n|[?？:]/u.test(sentence) &&
        subject.test(sentence) &&
        role.test(sentence) &&
        !speaksInFirstPerson(sentence)
      )
    })
    .toSorted((a, b) => a.end - a.start - (b.end - b.start))
    .map((one) => shift(one, offset))
}

const isDenialAt = (one: Span | undefined, text: string): boolean =>
  one !== undefined && isDenial(text.slice(one.start, one.end))

/** The passages of one source without overlaps: two that touch are one. */
export function mergeSpans<One extends Span & { cited: readonly Span[] }>(spans: readonly One[]): One[] {
  const merged: One[] = []
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    if (last !== undefined && overlaps(last, { ...span, start: span.start - 3 }))
      merged[merged.length - 1] = { ...last, end: Math.max(last.end, span.end), cited: [...last.cited, ...span.cited] }
    else merged.push(span)
  }
  return merged
}
