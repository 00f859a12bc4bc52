import { countCodePoints, explainInvalidQuote, findSentenceRanges, type TextRange } from '../text/windows.ts'

/** Shorter sentences are mostly greetings and entries of a list; without capitals a whole speech would be one. */
const [charsMin, charsMax] = [40, 300]
/** A sentence of a programme's or a record's data is made of names and figures. */
const plainWordsMin = 0.5

const pronouns = new Set('i me my we us our she her hers he him his they them their'.split(' '))
/** Words of names that are other words, too. */
const commonWords = new Set(['the', 'and'])

/**
 * A whole sentence about the artist in the beginning of a text, for which one that names the artist is preferred.
 * Headings, date lines, bylines and lists are none. In the artist's own posts each sentence is about the artist.
 */
export function findTellingSentence(text: string, artist: string, isOwn: boolean): TextRange | undefined {
  const names = new Set(listWords(artist).map(fold))
  const listWordsIn = ({ start, end }: TextRange) => listWords(text.slice(start, end))
  const sentences = findSentenceRanges(text).filter(
    (range) => isWholeSentence(text, range) && !hasOtherSpeaker(text.slice(range.start, range.end), names),
  )
  const named = sentences.find((range) => listWordsIn(range).some((word) => isName(word, names)))
  return named ?? sentences.find((range) => isOwn || listWordsIn(range).some(isPronoun))
}

function isWholeSentence(text: string, { start, end }: TextRange): boolean {
  const sentence = text.slice(start, end)
  const words = listWords(sentence)
  const plain = words.filter((word) => !/^[\p{Lu}\p{N}]/u.test(word))
  const chars = countCodePoints(sentence)
  return (
    chars >= charsMin &&
    chars <= charsMax &&
    explainInvalidQuote(sentence) === undefined &&
    endsWithStop(sentence) &&
    beginsSentence(text.slice(0, start)) &&
    plain.length > words.length * plainWordsMin
  )
}

/** Words in capitals and a colon name the speaker: here another than the artist. */
function hasOtherSpeaker(sentence: string, names: ReadonlySet<string>): boolean {
  const [, label] = /^([\p{Lu}][\p{Lu}\p{N} .’'-]{1,40}):\s/u.exec(sentence) ?? []
  return label !== undefined && !listWords(label).some((word) => isName(word, names))
}

const endsWithStop = (text: string) => /[.!?…。！？]["”’»)\]]*$/u.test(text)

/** What follows a line that has no stop is the rest of its sentence, unless an empty line is between. */
function beginsSentence(before: string): boolean {
  const ended = before.trimEnd()
  return ended === '' || endsWithStop(ended) || before.slice(ended.length).split('\n').length > 2
}

const isName = (word: string, names: ReadonlySet<string>) =>
  !/^\p{Ll}/u.test(word) && word.length > 1 && !commonWords.has(fold(word)) && names.has(fold(word))

const listWords = (text: string): string[] =>
  [...new Intl.Segmenter('en', { granularity: 'word' }).segment(text)]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment)

/** Also with a contracted verb, as in “she'd”. */
const isPronoun = (word: string) => pronouns.has((word.split(/['’]/)[0] ?? '').toLowerCase())

/** Without case and without the ending of a possessor. */
const fold = (word: string) => word.replace(/['’]s?$/u, '').toLowerCase()
