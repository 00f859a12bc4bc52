import { foldWords } from '#src/text/fold.ts'
import { findSentences } from '#src/text/sentences.ts'
import { isNegated } from './denial.ts'
import { pattern } from './pattern.ts'
import { type Rarity, weightOf } from './rarity.ts'
import { everydayStems, sameFact } from './subjects.ts'
import { stemsOf } from './words.ts'

export type LoreCorrection = { claim: string; correction: string | null }

/**
 * A wrong sentence. `relation`: its first word, which says what is claimed of whom. `wrong`: what the correction
 * revokes, where it puts something else in the same place; `right`: what it puts there.
 */
export type Claim = {
  stems: ReadonlySet<string>
  relation: string
  wrong: ReadonlySet<string>
  right: ReadonlySet<string>
  isNegated: boolean
}

/** What a text says, as claims compare it; `words` in its order, to see what a negation belongs to. */
export type Facts = { stems: ReadonlySet<string>; words: readonly string[] }

/**
 * How much of a claim a text has to say to repeat it: nearly all of a short one, which shares much with its neighbours.
 */
const shareMin = (stems: ReadonlySet<string>): number => (stems.size <= 4 ? 0.76 : stems.size >= 6 ? 0.6 : 0.68)

/** A claim of so many words is recognised by nearly all of them, also with another verb. */
const wordyMin = 5
const wordyShareMin = 0.8

const tens = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const ones = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
const compound = new RegExp(`\\b(${tens.join('|')})[- ](${ones.join('|')})\\b`, 'giu')
const tensAlone = new RegExp(`\\b(${tens.join('|')})\\b`, 'giu')

/** "sixty-two" is 62. */
const withFigures = (text: string): string =>
  text
    .replace(
      compound,
      (_, ten: string, one: string) =>
        `${10 * (tens.indexOf(ten.toLowerCase()) + 2) + ones.indexOf(one.toLowerCase()) + 1}`,
    )
    .replace(tensAlone, (ten) => `${10 * (tens.indexOf(ten.toLowerCase()) + 2)}`)

const listFacts = (text: string): string[] =>
  foldWords(withFigures(text)).flatMap(({ word }) => [...stemsOf([word])].map(sameFact))
const factsIn = (text: string): Set<string> => new Set(listFacts(text))

/** The corrected claims, sentence by sentence, without the artist's name, which all texts may have. */
export function claimsOf(corrections: readonly LoreCorrection[], artistName: string): Claim[] {
  const name = factsIn(artistName)
  return corrections.flatMap(({ claim, correction }) => {
    const replacement = factsIn(correction ?? '').difference(name)
    return findSentences(claim).flatMap(({ start, end }) => claimIn(claim.slice(start, end), replacement, name))
  })
}

/** How a claim about a work begins; the rest of the sentence is what it claims. */
const ofThing = pattern(
  'iu',
  String.raw`^(?:the|his|her|their|my)\s+(?:\p{Ll}+\s+)?(?:album|song|record|single|title|band|group|`,
  String.raw`piece|work|label|video|book)\b`,
)

function claimIn(text: string, replacement: ReadonlySet<string>, name: ReadonlySet<string>): Claim[] {
  const stems = factsIn(text).difference(name)
  const [relation] = factsIn(text.replace(ofThing, '')).difference(name)
  if (relation === undefined) return []
  // Only a correction that keeps a part of the claim shows which part of it is wrong.
  const isInPlace = !stems.isDisjointFrom(replacement)
  const wrong = isInPlace ? stems.difference(replacement) : new Set<string>()
  return [{ stems, relation, wrong, right: replacement.difference(stems), isNegated: isNegated(text) }]
}

/** What the artist's answers deny ("I never studied in Vienna"), as claims that other voices may not make. */
export function deniedIn(sentences: readonly string[], artistName: string): Claim[] {
  const name = factsIn(artistName)
  return sentences
    .filter(isNegated)
    .flatMap((text) => claimIn(text, new Set(), name))
    .filter(({ stems }) => [...stems].filter((stem) => !everydayStems.has(stem)).length >= 2)
    .map((claim) => ({ ...claim, isNegated: false }))
}

/**
 * Whether a text repeats what is wrong: enough of the claim, and what it claims; or what the correction revokes, said
 * of the same subject. A text with more of what is new in the correction than of what is wrong is the corrected
 * statement, and may be used.
 */
export function repeatsClaim({ stems: said, words }: Facts, claims: readonly Claim[], rarity: Rarity): boolean {
  return claims.some(({ stems, relation, wrong, right, isNegated: isDenial }) => {
    const share = shareOf(stems, said, rarity)
    if (!said.has(relation)) return stems.size >= wordyMin && share >= wordyShareMin
    const isInPlace = wrong.size > 0 && wrong.isSubsetOf(said)
    if (!isInPlace && share < shareMin(stems)) return false
    if (shareOf(right, said, rarity) > shareOf(wrong.size > 0 ? wrong : stems, said, rarity)) return false
    return isNegatedIn(words, relation) === isDenial
  })
}

const shareOf = (stems: ReadonlySet<string>, said: ReadonlySet<string>, rarity: Rarity): number =>
  stems.size === 0 ? 0 : weightOf(stems.intersection(said), rarity) / weightOf(stems, rarity)

/** Words before a verb among which its negation occurs. */
const negationReach = 4

function isNegatedIn(words: readonly string[], relation: string): boolean {
  const at = words.findIndex((word) => [...stemsOf([word])].some((stem) => sameFact(stem) === relation))
  return at >= 0 && isNegated(words.slice(Math.max(0, at - negationReach), at + 2).join(' '))
}

/** The facts of a text with these words, without the artist's name. */
export function factsOf(text: string, words: readonly string[], name: ReadonlySet<string>): Facts {
  const own = tensAlone.test(text) ? foldWords(withFigures(text)).map(({ word }) => word) : words
  tensAlone.lastIndex = 0
  return { stems: new Set([...stemsOf(own)].map(sameFact)).difference(name), words: own }
}
export const factsOfName = (artistName: string): Set<string> => factsIn(artistName)
