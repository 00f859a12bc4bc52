import { foldWordsInSlices } from '#src/text/fold.ts'
import { asWords, stopWords } from '#src/text/languages.ts'
import { stemWord } from '#src/text/stemmer.ts'
import { runAtOnce, type TimeSliced } from '#src/text/time-slices.ts'

/** Endings of German, Spanish, French and Italian nouns; at least five letters remain. No English word loses any. */
const foreignEndings = /(?<=[a-z]{5})(?:en|er|em|es|os|as|a|o|e|n|s)$/

/** UTF-16 code units. Longer "words" are addresses and noise. */
const wordCharsMax = 40

/** The stem of a folded word, by which the forms of a word are one, in English and the languages beside it. */
export const stemLightly = (word: string): string =>
  word.length > wordCharsMax ? word : stemWord(word).replace(foreignEndings, '')

/** A word that carries meaning: its stem, and whether it is written with a capital letter. */
export type Word = { stem: string; isCapital: boolean; start: number; end: number }

/** Whether a string is written without spaces between its words. */
export const isIdeographic = (text: string): boolean =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)

/** A word of ideographs without the kana that inflect it: "触れ" is 触. */
export const stripKana = (word: string): string => word.replace(/(?<=\p{Script=Han})[\p{Script=Hiragana}\p{M}]+$/u, '')

/**
 * The words of a text that carry meaning. Single characters are none, except ideographs; either side of an apostrophe
 * is a word of its own ("brother's", "l'homme").
 */
export const listWords = (text: string): Word[] => runAtOnce(listWordsInSlices(text))

/** The same for a long text while requests are served. */
export function* listWordsInSlices(text: string): TimeSliced<Word[]> {
  const words: Word[] = []
  for (const { word, start, end } of yield* foldWordsInSlices(text)) {
    const parts = word
      .split("'")
      .filter((part) => !stopWords.has(part) && /[\p{L}\p{N}]{2}|\p{N}|\p{Script=Han}/u.test(part))
      .filter((part) => !/^[\p{Script=Hiragana}\p{M}]+$/u.test(part))
    for (const part of parts) {
      words.push({ stem: stemLightly(part), isCapital: /^\p{Lu}/u.test(text.slice(start, end)), start, end })
    }
    yield
  }
  return words
}

/** Whether a place in a text is within quotation marks: of those before it the nearest opens, or may. */
export function isInQuotes(text: string, at: number): boolean {
  for (let before = at - 1; before >= 0; before -= 1) {
    const char = text.charAt(before)
    if ('"“«‘„”»’'.includes(char)) return !'”»’'.includes(char)
  }
  return false
}

export const listStems = (text: string): Set<string> => new Set(listWords(text).map(({ stem }) => stem))

/** "Not only", "no doubt": a negation in form alone, which repeats what it says. */
const emphasis = asWords(
  "(?:not|\\p{L}+n't) (?:only|just|least|to mention)|no (?:less|doubt|sooner)|never mind",
  'nicht (?:nur|zuletzt|weniger als)|ohne (?:zweifel|frage)|no (?:s[oó]lo|solamente)',
  'non seulement|sans doute|non solo|senza dubbio',
)

const negation = new RegExp(
  [
    `(?!${emphasis})` +
      asWords(
        "not|no|never|none|nobody|neither|nor|without|hardly|cannot|[\\p{L}]+n't|nicht|nie|niemals|weder|ohne|kein\\p{L}*",
        'nunca|jam[aá]s|tampoco|ning[uú]n\\p{L}*|ni|jamais|aucune?|sans|non|nessun\\p{L}*|senza',
        // "Je ne chante que le soir" and the Italian "ne" deny nothing.
        "n(?:e\\s|')[^.;!?]{1,60}?\\s(?:pas|plus|rien|personne|guère|point)(?! seulement)",
      ),
    '(?<!だけで(?:は)?)ない|ません|なかった',
  ].join('|'),
  'iu',
)

export const isNegated = (text: string): boolean => negation.test(text.replaceAll('’', "'").normalize('NFC'))
