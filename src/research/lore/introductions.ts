/* Finds the sentences of a source that say who the artist is, in the languages of a page. Pure. */

import { isDenial } from '#src/records/memory/exclusions/corrections.ts'
import { isIdeographic } from '#src/records/memory/exclusions/words.ts'
import { foldWords } from '#src/text/fold.ts'
import {
  articles,
  being,
  honorifics,
  nationalities,
  occupations,
  speaksInFirstPerson,
  stopWords,
} from '#src/text/languages.ts'
import type { Paragraph } from '#src/text/paragraphs.ts'
import type { TimeSliced } from '#src/text/time-slices.ts'
import { type Span, shift } from '#src/text/windows.ts'
import type { Stretch } from './evidence.ts'

/** UTF-16 code units of a sentence that says who the artist is. */
const sentenceCharsMax = 320

const toPattern = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)

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
      subject: [new RegExp(`^${toPattern(artistName)}(?:さん|氏)?(?:（[^）]*）)?は.*(?:${occupations})`, 'u')],
      inside: [],
      held: artistName,
    }
  const words = artistName.trim().split(/\s+/)
  const [first, last] = [words[0] ?? artistName, words.at(-1) ?? artistName].map(toPattern)
  const full = `${toPattern(artistName)}|${first}\\s(?:\\p{Lu}\\.\\s)*${last}`
  const name = String.raw`(?:(?:${honorifics})\.?\s)?(?:${full}|(?<!\p{Lu}[\p{L}.’'-]*\s)${last}|(?<=(?:${honorifics})\.?\s)${last})(?![\p{L}’'-])`
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
  const slice = (one: Span | undefined) => text.slice(one?.start ?? 0, one?.end ?? 0)
  function* describes(sentence: string, forms: readonly RegExp[]): TimeSliced<boolean> {
    for (const form of forms) {
      // The first sentence compiles each form, some milliseconds for each artist.
      yield
      const found = form.exec(sentence)
      if (found !== null && isDescription(found.groups?.description ?? '')) return true
    }
    return false
  }
  const otherPerson = new RegExp(String.raw`(?!${toPattern(artistName)})\p{Lu}[\p{L}.’'-]{1,60}\s\p{Lu}`, 'u')
  const namesOther = (sentence: string) => {
    const [opening] = foldWords(sentence)
    const isName = opening === undefined || !stopWords.has(opening.word)
    return otherPerson.test((isName ? sentence : sentence.slice(opening.end)).replaceAll(artistName, ''))
  }
  const [asSubject, further]: [Span[], Span[]] = [[], []]
  for (const { sentences } of paragraphs) {
    for (const [at, one] of sentences.entries()) {
      yield
      const sentence = slice(one)
      // Spares most sentences the five expressions.
      if (!sentence.includes(held)) continue
      if (!isQuotable(sentence) || isDenial(slice(sentences[at + 1]))) continue
      if (yield* describes(sentence, subject)) asSubject.push(one)
      else if ((yield* describes(sentence, inside)) && !namesOther(sentence)) further.push(one)
    }
  }
  return (asSubject.length > 0 ? asSubject : further)
    .toSorted((a, b) => a.end - a.start - (b.end - b.start))
    .map((one) => shift(one, offset))
}

/** A whole statement of the source's own voice. */
export const isQuotable = (sentence: string): boolean =>
  sentence.length <= sentenceCharsMax &&
  /[.。!”"»]$/u.test(sentence) &&
  !/\n|[?？:]/u.test(sentence) &&
  (sentence.match(/"/g)?.length ?? 0) % 2 === 0 &&
  !speaksInFirstPerson(sentence)
