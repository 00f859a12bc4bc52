import { findSentences } from '#src/text/sentences.ts'
import { isNegated } from './denial.ts'
import { type Rarity, weightOf } from './rarity.ts'
import { everydayStems, sameFact } from './subjects.ts'
import { contentStems } from './words.ts'

export type LoreCorrection = { claim: string; correction: string | null }

/** A sentence that is wrong. `wrong`: what the correction takes back of it; `right`: what it puts in its place. */
export type Claim = {
  stems: ReadonlySet<string>
  wrong: ReadonlySet<string>
  right: ReadonlySet<string>
  shareMin: number
}

/** How much of a claim, weighed by rarity, a text has to say to repeat it. */
const shareMin = 0.5
/** Of what the artist denies in passing more is needed: such a sentence has words of its own. */
const deniedShareMin = 0.6

const factsIn = (text: string): Set<string> => new Set([...contentStems(text)].map(sameFact))

/** The corrected claims, sentence by sentence, without the artist's name, which all texts may have. */
export function claimsOf(corrections: readonly LoreCorrection[], artistName: string): Claim[] {
  const name = factsIn(artistName)
  return corrections.flatMap(({ claim, correction }) => {
    const replacement = factsIn(correction ?? '').difference(name)
    return findSentences(claim).map(({ start, end }) => {
      const stems = factsIn(claim.slice(start, end)).difference(name)
      return { stems, wrong: stems.difference(replacement), right: replacement.difference(stems), shareMin }
    })
  })
}

/** What the artist's answers deny ("I never studied in Vienna"), as claims that others may not make. */
export function deniedIn(sentences: readonly string[], artistName: string): Claim[] {
  const name = factsIn(artistName)
  return sentences
    .filter(isNegated)
    .map((text) => factsIn(text).difference(name))
    .filter((stems) => [...stems].filter((stem) => !everydayStems.has(stem)).length >= 2)
    .map((stems) => ({ stems, wrong: new Set<string>(), right: new Set<string>(), shareMin: deniedShareMin }))
}

/**
 * Whether a text says again what is wrong: enough of the claim, or all that the correction takes back with something of
 * what it is about. One that says more of what is new in the correction than of what is wrong is the corrected
 * statement, and may stand.
 */
export function repeatsClaim(text: { facts: ReadonlySet<string> }, claims: readonly Claim[], rarity: Rarity): boolean {
  const { facts } = text
  return claims.some(({ stems, wrong, right, shareMin: least }) => {
    const both = stems.intersection(facts)
    const telling = [...both].filter((stem) => !everydayStems.has(stem))
    if (telling.length === 0 && both.size < 2) return false
    const share = weightOf(both, rarity) / weightOf(stems, rarity)
    const wrongSaid = shareOf(wrong, facts, rarity)
    const rightSaid = shareOf(right, facts, rarity)
    // A correction that puts something else in a place leaves the rest of the claim true.
    if (right.size > 0 && wrong.size > 0) {
      const isWrong =
        wrongSaid > 0 &&
        (share >= 0.4 || (both.size >= 2 && wrongSaid >= 0.99) || (both.size >= 2 && both.size >= 0.6 * facts.size))
      return isWrong && rightSaid <= wrongSaid
    }
    const isShort = both.size >= 2 && weightOf(both, rarity) >= 0.8 * weightOf(facts, rarity)
    return (share >= least && (both.size >= 2 || stems.size === 1)) || (isShort && share >= 0.3)
  })
}

const shareOf = (stems: ReadonlySet<string>, said: ReadonlySet<string>, rarity: Rarity): number =>
  stems.size === 0 ? 0 : weightOf(stems.intersection(said), rarity) / weightOf(stems, rarity)

/** The facts of a text as claims compare them, without the artist's name. */
export const factsOf = (text: string, name: ReadonlySet<string>): Set<string> => factsIn(text).difference(name)
export const factsOfName = (artistName: string): Set<string> => factsIn(artistName)
