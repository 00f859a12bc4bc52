/* Finds the sentences of a source about the artist, and those that say who it is, in the languages of a page. Pure. */

import { isDenial } from '#src/records/memory/exclusions/corrections.ts'
import { isIdeographic } from '#src/records/memory/exclusions/words.ts'
import { foldWords } from '#src/text/fold.ts'
import {
  articles,
  being,
  escapePattern,
  honorifics,
  maskQuotations,
  nationalities,
  occupations,
  speaksInFirstPerson,
  stopWords,
} from '#src/text/languages.ts'
import type { Paragraph } from '#src/text/paragraphs.ts'
import type { TimeSliced } from '#src/text/time-slices.ts'
import { type Span, shift } from '#src/text/windows.ts'
import { buildNameMatcher, type NameMatcher } from '../artist-name.ts'
import type { Stretch } from './evidence.ts'
import { getLabel } from './passages.ts'

/** UTF-16 code units of a sentence that says who the artist is. */
const sentenceCharsMax = 320

/** What stands between an article and an occupation: "eminent Polish", "composer and". */
const description = String.raw`(?<description>(?:[\p{L}\p{M}’'-]+,?\s){0,6}?)(?:${occupations})(?!\p{L}|['’-]\p{L})`
const article = String.raw`(?:(?:${articles})\s|l['’])`

/** Whether words describe an occupation, and are no clause about another: "who studied with Hart, the". */
const joining = new Set(['and', 'und', 'y', 'e', 'et', 'most', 'more', 'very', 'sehr', 'muy', 'tres', 'molto'])
const isDescription = (words: string): boolean =>
  foldWords(words).every(({ word }) => !stopWords.has(word) || joining.has(word))

/**
 * The forms in which a sentence says it: those with the artist as the subject, and an apposition further on; and the
 * text that each of them holds.
 */
function buildForms(artistName: string): { subject: RegExp[]; inside: RegExp[]; held: string } {
  if (isIdeographic(artistName))
    return {
      subject: [new RegExp(`^${escapePattern(artistName)}(?:さん|氏)?(?:（[^）]*）)?は.*(?:${occupations})`, 'u')],
      inside: [],
      held: artistName,
    }
  const words = artistName.trim().split(/\s+/)
  const [first, last] = [words[0] ?? artistName, words.at(-1) ?? artistName].map(escapePattern)
  const full = words.length === 1 ? '' : `${escapePattern(artistName)}|${first}\\s(?:\\p{Lu}\\.\\s)*${last}|`
  const titled = String.raw`(?:${honorifics})\.?\s`
  // "Aldous Quill" and "Quill Hartman" are others of the name.
  const alone = String.raw`(?:(?<!\p{Lu}[\p{L}.’'-]*\s)|(?<=(?:${occupations})\s|${titled}))${last}`
  const name = String.raw`(?:${titled})?(?:${full}${alone})(?![\p{L}’'-]|\s\p{Lu})`
  const aside = String.raw`(?:\s\([^()]*\))?`
  const after = String.raw`${name}${aside},\s(?:${article}|one of ${article})?${description}`
  const before = String.raw`${article}${description}(?:\s(?:${nationalities}))?,?\s${name}`
  return {
    subject: [
      String.raw`^${name}${aside}(?:,[^,.;]{3,120},)?\s(?:${being})\s(?:(?:one of\s)?${article})?${description}`,
      `^${after}`,
      `^${before}`,
    ].map((form) => new RegExp(form, 'u')),
    // What is of the artist is another: "the mother of the pianist", "la madre de la pianista".
    inside: [
      String.raw`(?<!\p{L}|(?:of|von|de|di|du|der|des|della?|del)\s)${after}[,.;]`,
      String.raw`(?<=[\s,])(?<!(?:of|von|de|di|du|der|des|della?|del)\s)${before}[,.;]`,
    ].map((form) => new RegExp(form, 'u')),
    held: words.at(-1) ?? artistName,
  }
}

/**
 * The sentences that name the artist as their subject and say what the artist is, the shortest first; where there is
 * none, those that say it in an apposition further on and name no other person by two names. Yields between sentences.
 */
export function* findIntroductions(
  { start: offset, text }: Stretch,
  paragraphs: readonly Paragraph[],
  artistName: string,
): TimeSliced<Span[]> {
  const { subject, inside, held } = buildForms(artistName)
  function* describes(sentence: string, forms: readonly RegExp[]): TimeSliced<boolean> {
    for (const form of forms) {
      // The first sentence compiles each form, some milliseconds for each artist.
      yield
      const found = form.exec(sentence)
      if (found !== null && isDescription(found.groups?.description ?? '')) return true
    }
    return false
  }
  const otherPerson = new RegExp(String.raw`(?!${escapePattern(artistName)})\p{Lu}[\p{L}.’'-]{1,60}\s\p{Lu}`, 'u')
  const namesOther = (sentence: string) => {
    const [opening] = foldWords(sentence)
    const isName = opening === undefined || !stopWords.has(opening.word)
    return otherPerson.test((isName ? sentence : sentence.slice(opening.end)).replaceAll(artistName, ''))
  }
  const [asSubject, further]: [Span[], Span[]] = [[], []]
  // What holds no name is spared the five expressions.
  const holds = (narration: string) => narration.includes(held)
  for (const one of yield* findStatements(text, paragraphs, buildNameMatcher(artistName), holds)) {
    const sentence = text.slice(one.start, one.end)
    if (yield* describes(sentence, subject)) asSubject.push(one)
    else if ((yield* describes(sentence, inside)) && !namesOther(sentence)) further.push(one)
  }
  return (asSubject.length > 0 ? asSubject : further)
    .toSorted((a, b) => a.end - a.start - (b.end - b.start))
    .map((one) => shift(one, offset))
}

/**
 * The sentences about the artist that the source itself states: outside of quotation marks, which go on over sentences,
 * in no paragraph that begins with another speaker's name, and not denied by the next. Yields between sentences.
 * @param holds whether the writer's own words speak of the artist
 */
export function* findStatements(
  text: string,
  paragraphs: readonly Paragraph[],
  names: NameMatcher,
  holds = names,
): TimeSliced<Span[]> {
  const statements: Span[] = []
  for (const [number, { start, end, sentences }] of paragraphs.entries()) {
    const own = text.slice(start, end)
    const speaker = getLabel(own).match(/[\p{L}\p{M}][^\s:：]*/gu) ?? [] // "Her motto: …" is none
    if (speaker.length > 0 && speaker.every((word) => /^[\p{Lu}\p{Lo}]/u.test(word)) && !names(speaker.join(' ')))
      continue
    const narration = maskQuotations(own)
    for (const [at, one] of sentences.entries()) {
      yield
      if (!holds(narration.slice(one.start - start, one.end - start))) continue
      const next = sentences[at + 1] ?? paragraphs[number + 1]?.sentences[0] ?? { start: end, end }
      if (isQuotable(text.slice(one.start, one.end)) && !isDenial(text.slice(next.start, next.end)))
        statements.push(one)
    }
  }
  return statements
}

/** A whole sentence without a first person. */
const isQuotable = (sentence: string): boolean =>
  sentence.length <= sentenceCharsMax &&
  /[.。!”"»]$/u.test(sentence) &&
  !/\n|[?？:]/u.test(sentence) &&
  (sentence.match(/"/g)?.length ?? 0) % 2 === 0 &&
  !speaksInFirstPerson(sentence)
