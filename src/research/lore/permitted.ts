/*
 * What may not be said. Both rules lean towards leaving out: a sentence that is missing costs a reader little, one that
 * the artist has asked not to see costs the artist's trust.
 */

import { fold } from '#src/text/fold.ts'
import { sentencesOf } from '#src/text/sentences.ts'
import type { Candidate } from './candidates.ts'
import { contentStems, shared } from './words.ts'

export type LoreBoundary = { wording: string; questionKey: string; question: string }
export type LoreCorrection = { claim: string; correction: string | null }

/**
 * The stems that no sentence may have: the content words of every boundary's wording, but not of the artist's name.
 * A wording that names nothing ("I won't talk about that") means its question, so the question's words stand in.
 */
export function boundedStems(boundaries: readonly LoreBoundary[], artistName: string): Set<string> {
  const name = contentStems(artistName)
  const stems = boundaries.map(({ wording, question }) => {
    const named = contentStems(wording).difference(name)
    return named.size > 0 ? named : contentStems(question).difference(name)
  })
  return new Set(stems.flatMap((each) => [...each]))
}

/** Whether an answer belongs to a bounded question, by its key or by its wording (imports give old questions new keys). */
export function answersBoundedQuestion(
  answer: { questionKey: string; question: string },
  boundaries: readonly LoreBoundary[],
): boolean {
  const question = fold(answer.question).trim()
  return boundaries.some(
    (boundary) => boundary.questionKey === answer.questionKey || fold(boundary.question).trim() === question,
  )
}

/**
 * The sentences of one answer or passage that keep clear of the bounded stems. One that leans on a sentence left out
 * goes with it: after "My brother drummed", "He died young" names nobody and yet tells it. What stands before a passage
 * that begins inside its source is not known, and counts as left out.
 */
export function clearOf(bounded: ReadonlySet<string>, sentences: readonly Candidate[]): Candidate[] {
  let leftOut = bounded.size > 0 && sentences[0] !== undefined && sentences[0].index > 0
  return sentences.filter((sentence) => {
    leftOut = !bounded.isDisjointFrom(sentence.stems) || (leftOut && sentence.leans)
    return !leftOut
  })
}

/** Whether a text has one of the bounded stems. */
export function touches(bounded: ReadonlySet<string>, text: string): boolean {
  return !contentStems(text).isDisjointFrom(bounded)
}

type Claim = { stems: Set<string>; claimOnly: Set<string>; correctionOnly: Set<string> }

/** The corrected claims, sentence by sentence, ready for `repeatsClaim`; without the artist's name, which all may have. */
export function claimsOf(corrections: readonly LoreCorrection[], artistName: string): Claim[] {
  const name = contentStems(artistName)
  return corrections.flatMap(({ claim, correction }) => {
    const replacement = contentStems(correction ?? '').difference(name)
    return sentencesOf(claim).map(({ start, end }) => {
      const stems = contentStems(claim.slice(start, end)).difference(name)
      return { stems, claimOnly: stems.difference(replacement), correctionOnly: replacement.difference(stems) }
    })
  })
}

/**
 * Whether a sentence says again what the artist has corrected. Of the claim's content words it has three in five; or
 * two and more, and among them all that the correction takes back, or hardly a word beside them (one in five).
 * A sentence that has more of what is new in the correction than of what is wrong in the claim is the corrected
 * statement itself, and may stand. `name` is the stems of the artist's name.
 */
export function repeatsClaim(sentence: Candidate, claims: readonly Claim[], name: ReadonlySet<string>): boolean {
  const said = sentence.stems.difference(name)
  return claims.some(({ stems, claimOnly, correctionOnly }) => {
    const both = shared(stems, said)
    const wrongPart = claimOnly.size > 0 && claimOnly.isSubsetOf(said)
    const repeats = both > 0 && (both >= 0.6 * stems.size || (both >= 2 && (wrongPart || both >= 0.8 * said.size)))
    return repeats && share(correctionOnly, said) <= share(claimOnly, said)
  })
}

/** How much of the stems is said, from 0 to 1. */
function share(stems: ReadonlySet<string>, said: ReadonlySet<string>): number {
  return stems.size === 0 ? 0 : shared(stems, said) / stems.size
}
