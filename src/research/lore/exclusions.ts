import type { TimeSliced } from '#src/text/time-slices.ts'
import { meansArtist } from './about-artist.ts'
import { mayBegin } from './beginnings.ts'
import { extractTerms, mentionsSubject, type Subject, type TextTerms } from './boundaries.ts'
import { type Claim, type ClaimTerms, extractClaimTerms, repeatsClaim, repeatsWording } from './corrections.ts'
import { isNegated } from './denial.ts'
import type { AnswerReference } from './evidence.ts'
import type { Idf } from './inverse-document-frequency.ts'
import type { EvidenceSentence } from './sentence.ts'
import type { NameMatcher } from './speech/names.ts'

/** The rules that decide whether a sentence may be used. */
export type RunRules = {
  nameMatcher: NameMatcher
  artistNameStems: ReadonlySet<string>
  subjects: readonly Subject[]
  claims: readonly Claim[]
  /** What the artist's own answers deny, which other voices may not claim. */
  denied: readonly Claim[]
  idf: Idf
  /** What the questions of the answers are about. */
  references: readonly AnswerReference[]
  /** The text that this one continues. */
  precedingText: string
}

/** Which sentences are excluded, because they speak of a subject of a boundary or repeat a wrong claim. */
export function* findExcluded(
  sentences: readonly EvidenceSentence[],
  rules: RunRules,
  isArtist: boolean,
): TimeSliced<boolean[]> {
  const { subjects, claims, denied, idf, artistNameStems } = rules
  if (subjects.length + claims.length + denied.length === 0) return sentences.map(() => false)
  const claimTerms = sentences.map(({ text, words }) => extractClaimTerms(text, words, artistNameStems))
  const terms =
    subjects.length === 0
      ? []
      : sentences.map(({ text, needsContext }) => ({ needsContext, terms: extractTerms(text) }))
  const bounded = yield* findBounded(terms, subjects, idf)
  const isExcluded: boolean[] = []
  for (const [at, sentence] of sentences.entries()) {
    // Each is compared with every claim: 250 sentences and 1,500 claims take a tenth of a second.
    if (at % sentencesPerYield === sentencesPerYield - 1) yield
    const own = claimTerms[at] ?? noTerms
    const before = sentence.needsContext ? (claimTerms[at - 1] ?? noTerms) : noTerms
    const both = { stems: own.stems.union(before.stems), words: [...before.words, ...own.words] }
    const repeatsAny = (wrong: readonly Claim[]) =>
      repeatsClaim(own, wrong, idf) || (addsClaim(own, before, wrong) && repeatsClaim(both, wrong, idf))
    const mayDeny = isArtist && isNegated(sentence.text)
    const isWrong =
      repeatsWording(own, claims) ||
      (!mayDeny && repeatsAny(claims)) ||
      (!isNegated(sentence.text) && repeatsAny(denied))
    // "She recorded it" and "Later I recorded it" may follow what is wrong. A sentence about another person may not
    // follow a sentence about a subject of a boundary.
    const dependsOnWrong =
      isExcluded[at - 1] === true &&
      !mayBegin(sentence, isArtist) &&
      !meansArtist(sentence, sentences[at - 1], rules.nameMatcher)
    isExcluded[at] = isWrong || dependsOnWrong
  }
  return sentences.map((_, at) => isExcluded[at] === true || bounded[at] === true)
}

/** A sentence as boundaries read it. `needsContext`: it is understood only after the sentence before it. */
export type TermsInContext = { terms: TextTerms; needsContext: boolean }

/**
 * Which of the neighbouring sentences speak of a subject. A sentence that needs the one before it is read with it:
 * after "My brother drummed", "He died young" has no name and still speaks of the subject.
 */
export function* findBounded(
  sentences: readonly TermsInContext[],
  subjects: readonly Subject[],
  idf: Idf,
): TimeSliced<boolean[]> {
  const bounded: boolean[] = []
  for (const [at, { terms, needsContext }] of sentences.entries()) {
    if (at % sentencesPerYield === sentencesPerYield - 1) yield
    bounded.push(mentionsSubject(subjects, terms, idf) || (needsContext && bounded[at - 1] === true))
  }
  return bounded
}

/** Sentences that are compared between two yields. */
const sentencesPerYield = 16

const noTerms: ClaimTerms = { stems: new Set(), words: [] }

/** Whether the sentence itself says something of what is wrong, and not only the one before it. */
const addsClaim = (own: ClaimTerms, before: ClaimTerms, claims: readonly Claim[]): boolean =>
  before.stems.size > 0 && claims.some(({ stems }) => stems.intersection(own.stems).difference(before.stems).size > 0)
