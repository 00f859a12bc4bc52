/* Finds what a page prints of a source: exact text, in whole sentences. Pure; windows are in UTF-16 code units. */

import { isDenial } from '#src/records/memory/exclusions/corrections.ts'
import { leaning, maskQuotations, speaksInFirstPerson } from '#src/text/languages.ts'
import { listParagraphs, type Paragraph } from '#src/text/paragraphs.ts'
import type { TimeSliced } from '#src/text/time-slices.ts'
import { overlaps, type Span, shift } from '#src/text/windows.ts'
import type { NameMatcher } from '../artist-name.ts'
import type { Stretch } from './evidence.ts'

/** UTF-16 code units of a passage; one that a question cites is longer where the window itself is. */
const passageCharsMax = 900

/** UTF-16 code units of a paragraph that is printed whole, so that it begins and ends as the source does. */
const paragraphCharsMax = 1_300

// No repetition is endless: white space between two of them would take the square of its length.
const time = String.raw`[[(]?\d{1,2}(?::\d\d){1,2}(?:[.,]\d{1,3})?[\])]?`
const label = new RegExp(
  String.raw`^(?:(?:${time}\s{0,4})?[^\n:：]{1,60}?(?::\*{0,3}\s|：|\s{0,4}${time}(?::\s|\s{0,4}\n))|\p{Lu}[\p{Lu}\d .’'-]{1,40}\n)`,
  'u',
)
/** "Jo Hart:", "[0:04] Jo Hart:", "Jo Hart 0:04" or "JO HART" on a line: who speaks in a transcript; else empty. */
export const getLabel = (text: string): string => label.exec(text)?.[0] ?? ''
const isLabelled = (text: string): boolean => getLabel(text) !== ''
const isQuestion = (text: string): boolean => /[?？][^\p{L}\p{N}?？]*$/u.test(text)

/**
 * The passage around a window that a question cites: its sentences, the rest of their paragraph, the start of the
 * paragraph where there is room or where the passage would lean on it, and the next paragraph where this one is short,
 * or asks or announces what the next one says. What denies the last sentence belongs to it.
 */
export function* growPassage({ start: offset, text }: Stretch, cited: Span, names: NameMatcher): TimeSliced<Span> {
  const window = { start: cited.start - offset, end: cited.end - offset }
  const paragraphs = yield* listParagraphs(text)
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
  const paragraph = paragraphs[first] ?? passage
  const own = slice(paragraph)
  // What the writer says at each place of the text, outside of quotation marks that go on over sentences.
  const narration = names(own.slice(getLabel(own).length)) ? maskQuotations(own).padStart(paragraph.end) : ''
  const beginning = sentences[0]?.start ?? passage.start
  const charsMax = (sentences.at(-1)?.end ?? 0) - beginning <= paragraphCharsMax ? paragraphCharsMax : passageCharsMax
  // "Jo Hart: …": who speaks stands at the start of the paragraph.
  if (isLabelled(own) && passage.end - beginning <= charsMax) {
    passage = { ...passage, start: beginning }
    from = 0
  }
  for (to += 1; to < sentences.length; to += 1) {
    const next = sentences[to] as Span
    if (next.end - passage.start > charsMax && !isDenial(slice(next))) break
    passage = { ...passage, end: next.end }
  }
  for (from -= 1; from >= 0; from -= 1) {
    const before = sentences[from] as Span
    const room = leaning.test(slice(passage)) ? Math.max(charsMax, 1.3 * passageCharsMax) : charsMax
    if (passage.end - before.start > room || speaksInFirstPerson(narration.slice(before.start, before.end))) break
    passage = { ...passage, start: before.start }
  }
  return shift(to >= sentences.length ? growAcross(paragraphs, first, last, passage, slice, names) : passage, offset)
}

/** Below so many UTF-16 code units a passage takes the paragraph after it as well. */
const shortPassageChars = 450

function growAcross(
  paragraphs: readonly Paragraph[],
  first: number,
  last: number,
  passage: Span,
  slice: (one: Span) => string,
  names: NameMatcher,
): Span {
  const [before, own, next] = [paragraphs[first - 1], paragraphs[last], paragraphs[last + 1]]
  let { start, end } = passage
  const fits = (from: number, to: number) => to - from <= passageCharsMax
  const [beginning, lead] = [before?.sentences[0], before?.sentences.at(-1)]
  if (beginning !== undefined && lead !== undefined && start === paragraphs[first]?.sentences[0]?.start) {
    const [paragraph, quotation] = [slice(before as Paragraph), slice(passage)]
    const leans = leaning.test(quotation) || (isQuestion(paragraph) && isLabelled(paragraph))
    // The last sentence of a long paragraph reads as the end of something else, unless it says "Miss Hart said:".
    const opens = !isHeading(paragraph) && (leans || introduces(paragraph, slice(lead), quotation, names))
    const isColon = openingMark.test(quotation) && /[:：]$/u.test(slice(lead))
    if (opens && fits(beginning.start, end)) start = beginning.start
    else if (isColon && end - lead.start <= paragraphCharsMax) start = lead.start
  }
  const following = next?.sentences.at(-1)?.end
  // Nothing is printed across a line without a word, which parts a text.
  if (next === undefined || following === undefined) return { start, end }
  const denial = next.sentences[0]
  if (denial !== undefined && isDenial(slice(denial))) return { start, end: denial.end }
  const leadsOn = own !== undefined && /[:：]\s*$/u.test(slice(own))
  if (leadsOn) return { start, end: following - start <= paragraphCharsMax ? following : (denial?.end ?? end) }
  const asks = own !== undefined && isQuestion(slice(own))
  const isMore = end - start < shortPassageChars || leaning.test(slice(next)) || opensQuotation(slice(own ?? next))
  // A question that the next paragraph asks belongs to the answer below it.
  const continues = isMore && ![isLabelled, isHeading, isQuestion].some((is) => is(slice(next)))
  if (!(asks || continues) || !fits(start, following)) return { start, end }
  const grown = { start, end: following }
  return opensQuotation(slice(next)) ? growAcross(paragraphs, first, last + 1, grown, slice, names) : grown
}

/** Whether the next paragraph goes on with a quotation. */
const opensQuotation = (text: string): boolean => /^[^„]*“[^“”]*$/u.test(text) || text.split('"').length % 2 === 0

const openingMark = /^["'“”„«»‘「『—–-]/u

/** Whether the last sentence of the writer names the person whose words the quotation after it is. */
const introduces = (paragraph: string, lead: string, quotation: string, names: NameMatcher): boolean => {
  if (!openingMark.test(quotation) || openingMark.test(paragraph) || speaksInFirstPerson(lead)) return false
  return names(lead) || /(?<![\p{L}.’'-])\p{Lu}[\p{L}.’'-]+\s\p{Lu}\p{Ll}/u.test(lead)
}

/** UTF-16 code units below which a line without a stop is a heading, a credit or a caption. */
const headingChars = 80
const isHeading = (text: string): boolean =>
  text.length < headingChars && !/[.!?。！？…"”»」][^\p{L}\p{N}.!?。！？…"”»」]*$/u.test(text.trim())

/** UTF-16 code units of a paragraph that is worth printing. */
const paragraphCharsMin = 60

/** Which paragraph of a source is looked for: one that names the artist, one of prose, or the first of all. */
export type ParagraphChoice = 'named' | 'prose' | 'any'

/**
 * The first paragraph of a kind, as far as it fits; null where there is none. One that names the artist and whose "I"
 * is a visitor's is passed over, and so is one that the next sentence denies. Yields between paragraphs.
 */
export function* findParagraph(
  { start: offset, text }: Stretch,
  paragraphs: readonly Paragraph[],
  names: NameMatcher,
  kind: ParagraphChoice,
): TimeSliced<Span | null> {
  const slice = (one: Span) => text.slice(one.start, one.end)
  for (const [at, found] of paragraphs.entries()) {
    yield
    const before = paragraphs[at - 1]
    const start = found.sentences[0]?.start ?? found.start
    const end = found.sentences.findLast((one) => one.end - start <= passageCharsMax)?.end
    if (end === undefined) continue
    const next = [...found.sentences, ...(paragraphs[at + 1]?.sentences ?? [])].find((one) => one.start >= end)
    if (next !== undefined && isDenial(slice(next))) continue
    const printed = text.slice(start, end)
    if (kind !== 'any' && (printed.length < paragraphCharsMin || isHeading(printed))) continue
    const isOwn = names(getLabel(printed))
    if (kind === 'named' && !(names(printed) && (isOwn || !speaksInFirstPerson(printed)))) continue
    // The question of a transcript belongs to the answer below it.
    const isAnswer = before !== undefined && isLabelled(printed) && isQuestion(slice(before))
    const asked = isAnswer && end - before.start <= passageCharsMax ? before.sentences[0]?.start : undefined
    return shift({ start: asked ?? start, end }, offset)
  }
  return null
}

/** The passages of one source without overlaps: two that share text are one, and two short ones that touch. */
export function mergeSpans<One extends Span & { cited: readonly Span[] }>(spans: readonly One[]): One[] {
  const merged: One[] = []
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    const touches = last !== undefined && span.start - last.end <= 3 && span.end - last.start <= paragraphCharsMax
    if (last !== undefined && (overlaps(last, span) || touches))
      merged[merged.length - 1] = { ...last, end: Math.max(last.end, span.end), cited: [...last.cited, ...span.cited] }
    else merged.push(span)
  }
  return merged
}
