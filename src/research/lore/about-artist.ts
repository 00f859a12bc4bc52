import { needsContext } from './anaphora.ts'
import { joinPattern } from './pattern.ts'
import type { EvidenceSentence } from './sentence.ts'
import { findMentions, type NameMatcher } from './speech/names.ts'

/** UTF-16 code units. A sentence that names the artist's things further on is about another person. */
const possessiveCharsMax = 30

/** Whether a sentence names the artist, and not only something of the artist's in passing. */
export const isAboutArtist = (text: string, nameMatcher: NameMatcher): boolean =>
  findMentions(text, nameMatcher).some(
    ({ isArtist, start, end }) => isArtist && (start < possessiveCharsMax || !/['’]s?$/.test(text.slice(start, end))),
  )

/** Any name, to see what a sentence needs besides it. */
const standIn = 'Somebody'

/** "She recorded it", "Her first record", "In 1996 she left". */
const pronounFirst = joinPattern(
  'u',
  String.raw`^((?:In|Since|By|Until|From|During|At the age of|After|Before)\s[\p{L}\p{N} ]{2,30}?,?\s)?`,
  String.raw`(?:([SsHh]h?e)|(?:[Hh]is|[Hh]er)(?=\s\p{L}))\s(?!(?:also|too|again|still|then|even|only|now)\b)`,
)

/** UTF-16 code units. A name that begins earlier in a sentence is its subject, and what "she" means after it. */
const subjectStartMax = 40

/**
 * "She recorded it" after a sentence about the artist alone, or where the text has last spoken of no other person: the
 * words that introduce a quotation name the artist as well.
 */
export function meansArtist(
  { text }: EvidenceSentence,
  before: EvidenceSentence | undefined,
  nameMatcher: NameMatcher,
  followsArtist = false,
): boolean {
  const pronoun = pronounFirst.exec(text)
  if (pronoun === null || (before === undefined && !followsArtist)) return false
  const named = findMentions(before?.text ?? '', nameMatcher)
  const isAbout =
    before === undefined || (named.length > 0 && named.every((one) => one.isArtist && one.start < subjectStartMax))
  const [whole, when = '', subject] = pronoun
  return (
    isAbout && !needsContext(`${when}${subject === undefined ? `${standIn}'s` : standIn} ${text.slice(whole.length)}`)
  )
}

/** "After some years he left", after a sentence that names the artist and no other person. */
export function continuesAboutArtist(
  { text }: EvidenceSentence,
  before: EvidenceSentence | undefined,
  nameMatcher: NameMatcher,
): boolean {
  const named = findMentions(before?.text ?? '', nameMatcher)
  return named.length > 0 && named.every(({ isArtist }) => isArtist) && /\b(?:he|she)\b/iu.test(text)
}
