import { foldWords } from '#src/text/fold.ts'
import { findSentences } from '#src/text/sentences.ts'
import { isNegated } from './denial.ts'
import { computeWeight, type Idf } from './inverse-document-frequency.ts'
import { joinPattern } from './pattern.ts'
import { everydayStems, normalizeStem } from './subjects.ts'
import { stemWords } from './words.ts'

export type LoreCorrection = { claim: string; correction: string | null }

/**
 * A wrong sentence. `wording`: its folded words; `relation`: its first word, which says what is claimed of whom.
 * `replaced`: the stems that the correction replaces; `replacing`: those that it puts in their place.
 */
export type Claim = {
  wording: string
  stems: ReadonlySet<string>
  relation: string
  replaced: ReadonlySet<string>
  replacing: ReadonlySet<string>
  isNegated: boolean
}

/** What a text says, as claims compare it; `words` in its order, to see what a negation belongs to. */
export type ClaimTerms = { stems: ReadonlySet<string>; words: readonly string[] }

/**
 * How much of a claim a text has to say to repeat it: nearly all of a short one, which shares much with its neighbours.
 */
const computeShareMin = (stems: ReadonlySet<string>): number => (stems.size <= 4 ? 0.76 : stems.size >= 6 ? 0.6 : 0.68)

/** A claim of at least this many stems is recognised by nearly all of them, also with another verb. */
const longClaimStemsMin = 5
const longClaimShareMin = 0.8

/** How much of what a correction keeps of a claim a text with the wrong part has to say, to speak of the same. */
const keptStemsMin = 2
const keptShareMin = 0.6

const tens = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const ones = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
const compound = new RegExp(`\\b(${tens.join('|')})[- ](${ones.join('|')})\\b`, 'giu')
const tensAlone = new RegExp(`\\b(${tens.join('|')})\\b`, 'giu')

/** "sixty-two" is 62. */
const replaceNumerals = (text: string): string =>
  text
    .replace(
      compound,
      (_, ten: string, one: string) =>
        `${10 * (tens.indexOf(ten.toLowerCase()) + 2) + ones.indexOf(one.toLowerCase()) + 1}`,
    )
    .replace(tensAlone, (ten) => `${10 * (tens.indexOf(ten.toLowerCase()) + 2)}`)

/** The stems of a text in its order, as claims compare them. */
export const collectClaimStems = (text: string): Set<string> =>
  new Set(foldWords(replaceNumerals(text)).flatMap(({ word }) => [...stemWords([word])].map(normalizeStem)))

/** The corrected claims, sentence by sentence, without the artist's name, which all texts may have. */
export function parseClaims(corrections: readonly LoreCorrection[], artistName: string): Claim[] {
  const name = collectClaimStems(artistName)
  return corrections.flatMap(({ claim, correction }) => {
    const replacement = collectClaimStems(correction ?? '').difference(name)
    return findSentences(claim).flatMap(({ start, end }) => parseClaim(claim.slice(start, end), replacement, name))
  })
}

/** How a claim about a work begins; the rest of the sentence is what it claims. */
const workPrefix = joinPattern(
  'iu',
  String.raw`^(?:the|his|her|their|my)\s+(?:\p{Ll}+\s+)?(?:album|song|record|single|title|band|group|`,
  String.raw`piece|work|label|video|book)\b`,
)

function parseClaim(text: string, replacement: ReadonlySet<string>, name: ReadonlySet<string>): Claim[] {
  const words = foldWords(replaceNumerals(text)).map(({ word }) => word)
  const stems = collectClaimStems(text).difference(name)
  const [relation] = collectClaimStems(text.replace(workPrefix, '')).difference(name)
  if (relation === undefined) return []
  // Only a correction that keeps a part of the claim shows which part of it is wrong.
  const isInPlace = !stems.isDisjointFrom(replacement)
  const replaced = isInPlace ? stems.difference(replacement) : new Set<string>()
  return [
    {
      wording: words.join(' '),
      stems,
      relation,
      replaced,
      replacing: replacement.difference(stems),
      isNegated: isNegatedIn(words, relation),
    },
  ]
}

/** "I was seven, not six, when we came": what is right, what is wrong in its place, and the rest around them. */
const inPlace = joinPattern(
  'isu',
  String.raw`^(.*?)(\S+(?:\s\S+){0,4}?),?\s(?:and\s)?not\s(\S+(?:\s\S+){0,4}?)`,
  String.raw`([,.;:!]\s?.*|\s(?:when|as|but|because|since)\b.*|$)`,
)
/** "It was not Oslo but Bergen." */
const ratherThan = /^(.*?)\bnot\s(?!only|just)(\S+(?:\s\S+){0,4}?),?\sbut\s(?!I\b|we\b|he\b|she\b|it\b|they\b)(.+)$/isu

/** UTF-16 code units. A longer sentence tells more than what is wrong. */
const correctingCharsMax = 300

/** The corrections that an answer states in its own words. */
export function parseCorrections(sentences: readonly string[], artistName: string): LoreCorrection[] {
  const name = collectClaimStems(artistName)
  const read = sentences.flatMap((text) => {
    if (text.length > correctingCharsMax || !/\bnot\s/iu.test(text)) return []
    const rather = ratherThan.exec(text)
    if (rather !== null) {
      const [, before = '', wrong = '', tail = ''] = rather
      const [right, after] = splitAt(tail, countWords(wrong))
      return [toCorrection(`${before}${after}`, wrong, right)]
    }
    const [, before = '', right = '', wrong = '', after = ''] = inPlace.exec(text) ?? []
    if (wrong === '') return []
    // As many words as are wrong are right: "in the autumn of 1998, not 1997".
    const whole = `${before}${right}`
    const [first, last] = splitAt(whole, countWords(whole) - countWords(wrong))
    return [toCorrection(`${first}${after}`, wrong, last)]
  })
  // "For fun, not money" does not say of what.
  return read.flatMap(({ rest, ...one }) => (collectClaimStems(rest).difference(name).size > 0 ? [one] : []))
}

const countWords = (text: string) => text.trim().split(/\s+/).length

function splitAt(text: string, count: number): [string, string] {
  const words = text.trim().split(/\s+/)
  return [words.slice(0, count).join(' '), ` ${words.slice(count).join(' ')}`]
}

/** The rest of the sentence comes first, for a claim is recognised by its first word. */
const toCorrection = (rest: string, wrong: string, right: string): LoreCorrection & { rest: string } => ({
  rest,
  claim: `${rest.replaceAll(/[.!;:]/g, ',')} ${wrong}`,
  correction: `${rest} ${right}`,
})

/** What the artist's answers deny ("I never studied in Vienna"), as claims that other voices may not make. */
export function listDeniedClaims(sentences: readonly string[], artistName: string): Claim[] {
  const name = collectClaimStems(artistName)
  return sentences
    .filter(isNegated)
    .flatMap((text) => parseClaim(text, new Set(), name))
    .filter(({ stems }) => [...stems].filter((stem) => !everydayStems.has(stem)).length >= 2)
    .map((claim) => ({ ...claim, isNegated: false }))
}

/**
 * Whether a text repeats what is wrong: enough of the claim, and what it claims; or what the correction replaces, said
 * of the same subject. A text with more of what is new in the correction than of what is wrong is the corrected
 * statement, and may be used.
 */
export function repeatsClaim({ stems: textStems, words }: ClaimTerms, claims: readonly Claim[], idf: Idf): boolean {
  return claims.some(({ stems, relation, replaced, replacing, isNegated: isDenial }) => {
    const share = computeShare(stems, textStems, idf)
    const isInPlace = replaced.size > 0 && replaced.isSubsetOf(textStems)
    // "I was eight, not six, when I first played in public": also "I have played in public since I was six".
    const kept = stems.difference(replaced)
    const isOfSubject =
      isInPlace &&
      kept.intersection(textStems).size >= keptStemsMin &&
      computeShare(kept, textStems, idf) >= keptShareMin
    if (!textStems.has(relation) && !isOfSubject) return stems.size >= longClaimStemsMin && share >= longClaimShareMin
    if (!isInPlace && share < computeShareMin(stems)) return false
    if (computeShare(replacing, textStems, idf) > computeShare(replaced.size > 0 ? replaced : stems, textStems, idf))
      return false
    return isNegatedIn(words, relation) === isDenial
  })
}

/** UTF-16 code units of a claim that is recognised inside a longer sentence; a shorter one is the whole of it. */
const wordingCharsMin = 20

/** Whether a text repeats a claim word for word, whatever it denies, and without what is new in the correction. */
export function repeatsWording({ stems, words }: ClaimTerms, claims: readonly Claim[]): boolean {
  const wording = ` ${words.join(' ')} `
  return claims.some(({ wording: claim, replacing }) => {
    const isRepeated = claim.length < wordingCharsMin ? wording === ` ${claim} ` : wording.includes(` ${claim} `)
    return isRepeated && (replacing.size === 0 || !replacing.isSubsetOf(stems))
  })
}

const computeShare = (stems: ReadonlySet<string>, textStems: ReadonlySet<string>, idf: Idf): number =>
  stems.size === 0 ? 0 : computeWeight(stems.intersection(textStems), idf) / computeWeight(stems, idf)

/** Words before a verb among which its negation occurs. */
const negationReachWords = 4

function isNegatedIn(words: readonly string[], relation: string): boolean {
  const at = words.findIndex((word) => [...stemWords([word])].some((stem) => normalizeStem(stem) === relation))
  return at >= 0 && isNegated(words.slice(Math.max(0, at - negationReachWords), at + 2).join(' '))
}

/** What a text with these words says, as claims compare it, without the artist's name. */
export function extractClaimTerms(text: string, words: readonly string[], name: ReadonlySet<string>): ClaimTerms {
  const counted = text.search(tensAlone) >= 0 ? foldWords(replaceNumerals(text)).map(({ word }) => word) : words
  return { stems: new Set([...stemWords(counted)].map(normalizeStem)).difference(name), words: counted }
}
