/*
 * What may be between the quotations of a draft: a closed set of words, compared letter for letter. It has no negation,
 * no number, no judgement and no name, so a model's own words say no more than who is quoted and about what.
 */
import type { DraftEvidence } from './draft-evidence.ts'

const reporting =
  'says said tells told recalls recalled remembers remembered explains explained adds added ' +
  'answers answered writes wrote describes described puts'
const joining =
  'a about again also an and as asked by from goes here how in interview is it of on own question ' +
  'recounts text that the then there this to was what when whether which who why with word words'
const pronouns = 'he her herself him himself his she their them themselves they'

export const joiningWords: ReadonlySet<string> = new Set(`${reporting} ${joining} ${pronouns}`.split(' '))
const reportingWords = new Set(`${reporting} own recounts word words`.split(' '))
const pronounWords = new Set(pronouns.split(' '))

/** Marks that may stand beside the words. */
const marks = /[\s.,:;!?“”‘’«»"'()–—…-]/gu

/** A question or a title is in quotation marks and counts as one word. */
const quotationMarks = [
  ['“', '”'],
  ['‘', '’'],
  ['«', '»'],
  ['"', '"'],
] as const

/** The artist's name as it is replaced before the words are read. */
const namePlace = '\ue000'

/**
 * Whether what joins the quotations says nothing itself, and attributes to the artist what is the artist's and nothing
 * else. `joint` is the sentence without its quotations.
 */
export function mayJoin(joint: string, quoted: readonly DraftEvidence[], artistName: string): boolean {
  let rest = joint
  for (const { context } of quoted) {
    for (const [opening, closing] of quotationMarks) rest = rest.replaceAll(`${opening}${context}${closing}`, ' ')
  }
  rest = rest.replaceAll(artistName, ` ${namePlace} `)
  const words = rest
    .replaceAll(marks, ' ')
    .split(' ')
    .filter((word) => word !== '')
  const isKnown = words.every(
    (word, at) => word === namePlace || joiningWords.has(at === 0 ? word.toLowerCase() : word),
  )
  return isKnown && isRightlyAttributed(words, quoted)
}

function isRightlyAttributed(words: readonly string[], quoted: readonly DraftEvidence[]): boolean {
  const artistQuotes = quoted.filter(({ isArtist }) => isArtist).length
  if (artistQuotes > 0) return artistQuotes === quoted.length && words.includes(namePlace)
  // A source says things of the artist; the artist is never the object of saying.
  return words.every((word, at) => {
    const isPerson = word === namePlace || pronounWords.has(word.toLowerCase())
    return (
      !isPerson ||
      /^(?:of|about)$/.test(words[at - 1] ?? '') ||
      !words.some((one) => reportingWords.has(one.toLowerCase()))
    )
  })
}
