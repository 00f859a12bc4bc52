import type { TimeSliced } from '#src/text/time-slices.ts'
import type { LorePassage, LoreSource } from './evidence.ts'
import { findExcluded, type RunRules } from './exclusions.ts'
import { joinPattern } from './pattern.ts'
import { instrumentalists, professions } from './professions.ts'
import { type EvidenceSentence, splitPassage } from './sentence.ts'
import { findMentions, type NameMatcher } from './speech/names.ts'
import { type Span, writerVoice } from './speech/speech-state.ts'

/** What a source calls the artist: its words without the article, and the article that a sentence about one takes. */
export type Epithet = Span & { source: LoreSource; text: string; article: string }

const profession = joinPattern('u', String.raw`(?<![\p{L}-])(?:${professions})s?(?![\p{L}-])`)
const endsInProfession = joinPattern(
  'u',
  String.raw`(?:^|[\s-])(?:${professions})(?: and (?:\p{Ll}+ )?(?:${professions}))?$`,
)

const tradeAlone = joinPattern(
  'u',
  String.raw`^(?:\p{Lu}\p{Ll}+ |\p{Ll}+-)?(?:${professions})(?: and (?:${professions}))?$`,
)

/** "Russian pianist", "composer and teacher": without a judgement, which only a quotation may make. */
export const isTradeAlone = (epithet: string): boolean => tradeAlone.test(epithet)

/** UTF-16 code units, and words: a longer one is a sentence of its own. */
const epithetCharsMax = 110
const epithetWordsMax = 7

/** What the sentence calls the artist beside the name, where that says what the artist does. */
function findEpithet(
  passage: LorePassage,
  { text, parts }: EvidenceSentence,
  nameMatcher: NameMatcher,
): Epithet | undefined {
  const [part] = parts
  if (part === undefined || parts.length > 1) return undefined
  for (const { isArtist, start, end } of findMentions(text, nameMatcher)) {
    const span = isArtist ? (findAfter(text, end) ?? findBefore(text, start)) : undefined
    if (span === undefined) continue
    const words = text.slice(span.start, span.end)
    return {
      source: passage,
      text: words,
      article: chooseArticle(words),
      start: part.start + span.start,
      end: part.start + span.end,
    }
  }
  return undefined
}

/** "Ilse Varga, the eminent zither player and teacher, …", "Ilse Varga, singer and songwriter." */
function findAfter(text: string, from: number): Span | undefined {
  const [opening] = /^(?:\s(?:him|her)self)?,\s(?:(?:the|an?)\s)?/u.exec(text.slice(from)) ?? []
  if (opening === undefined) return undefined
  const start = from + opening.length
  const [rest = ''] = /^[^.;:!?"“”()[\]]*/u.exec(text.slice(start, start + epithetCharsMax + 1)) ?? []
  const hasArticle = /\s\S+\s$/u.test(opening)
  // "the serious, high-minded, inspiring teacher": commas between adjectives.
  const clauses = rest.split(',')
  for (let count = 1; count <= clauses.length; count++) {
    const words = clauses.slice(0, count).join(',')
    // "Ilse Varga, the drummer, and Jonas Hale" are three persons.
    if (words.length > epithetCharsMax || !/^(?:[.;:!?]|,(?!\sand\s))/u.test(text.slice(start + words.length)))
      return undefined
    const isAdjective = /^\s?[\p{Ll}-]+$/u.test(clauses[count - 1] ?? '')
    if (endsInProfession.test(words) || (hasArticle && count === 1 && profession.test(words) && /\bwho\b/.test(words)))
      return { start, end: start + words.length }
    if (!isAdjective || !hasArticle) return undefined
  }
  return undefined
}

/** "the brilliant young zither player, Ilse Varga" */
function findBefore(text: string, to: number): Span | undefined {
  const before = text.slice(Math.max(0, to - epithetCharsMax), to).replace(/,?\s$/u, '')
  const [phrase = ''] = /[^.;:!?,"“”()[\]]*$/u.exec(before) ?? []
  const words = phrase.trim().split(' ')
  const article = words.findLastIndex((word) => /^(?:the|an?)$/iu.test(word))
  const own = words.slice(article + 1)
  if (article < 0 || own.length === 0 || own.length > epithetWordsMax) return undefined
  const epithet = own.join(' ')
  const at = text.lastIndexOf(epithet, to)
  return endsInProfession.test(epithet) && at >= 0 && !/['’]s\b/u.test(epithet)
    ? { start: at, end: at + epithet.length }
    : undefined
}

const definiteProfession = joinPattern(
  'u',
  String.raw`\b[Tt]he ((?:great |famous |young |old )?(?:\p{Ll}+-)?(?:${instrumentalists}))(?![\p{L}-])`,
)

/** "Here the pianist played a scale", in a text whose title begins with the artist's name, where no person is named. */
function findDefinite(
  passage: LorePassage,
  { text, parts }: EvidenceSentence,
  nameMatcher: NameMatcher,
): Epithet | undefined {
  const [part] = parts
  const [whole, words = ''] = definiteProfession.exec(text) ?? []
  if (part === undefined || parts.length > 1 || whole === undefined) return undefined
  if (findMentions(text, nameMatcher).length > 0) return undefined
  const start = part.start + text.indexOf(whole) + whole.length - words.length
  return { source: passage, text: words, article: chooseArticle(words), start, end: start + words.length }
}

/** "an eminent pianist", "an honest one", "a unique one", "an 80-year-old one" */
const vowelSound =
  /^(?:[ai]|e(?!u|we)|o(?!n(?:e|ce)\b)|u(?!ni(?![mn])|s[aeu]|t[aeio]|k|ro|bi)|hono|honest|hour|heir|8|1[18]\b)/iu
/** "an MC" */
const spelledOut = /^[AEFHILMNORSX]\p{Lu}\b/u
const chooseArticle = (words: string): string => (vowelSound.test(words) || spelledOut.test(words) ? 'an' : 'a')

/** UTF-16 code units of a narrator's words between two parts of a speech. */
const tagCharsMax = 200

/**
 * What the source itself calls the artist, also in "said the pianist Ilse Varga", unless a boundary or a correction
 * excludes the sentence.
 */
export function* listEpithets(
  passage: LorePassage,
  sentences: readonly EvidenceSentence[],
  rules: RunRules,
): TimeSliced<Epithet[]> {
  const { block } = passage
  if (passage.isCaption === true || (block.speaker !== 'writer' && block.speaker !== 'artist')) return []
  const narrated = block.speaker === 'writer' ? sentences : splitPassage({ ...passage, block: listTags(block) })
  const isAbout =
    passage.title !== null &&
    findMentions(passage.title, rules.nameMatcher).some(({ isArtist, start }) => isArtist && start === 0)
  const found = narrated.map(
    (sentence) =>
      findEpithet(passage, sentence, rules.nameMatcher) ??
      (isAbout ? findDefinite(passage, sentence, rules.nameMatcher) : undefined),
  )
  if (found.every((one) => one === undefined)) return []
  const isExcluded = yield* findExcluded(narrated, rules, false)
  return found.flatMap((one, at) => (one === undefined || isExcluded[at] ? [] : [one]))
}

/** A narrator's words between the parts of a speech. */
function listTags(block: LorePassage['block']): LorePassage['block'] {
  const parts = block.parts.slice(1).map(({ start }, at) => ({ start: block.parts[at]?.end ?? start, end: start }))
  return {
    ...block,
    ...writerVoice,
    name: null,
    quoted: [],
    parts: parts.filter(({ start, end }) => end - start < tagCharsMax),
  }
}

/** Words of an epithet that count; further ones add little. */
const countedWordsMax = 5

/** The longest, counted up to that; of equals the first. */
export const chooseEpithet = (epithets: readonly Epithet[]): Epithet | undefined =>
  epithets.toSorted((a, b) => countEpithetWords(b) - countEpithetWords(a))[0]

const countEpithetWords = ({ text }: Epithet): number => Math.min(countedWordsMax, text.split(/[\s,]+/u).length)
