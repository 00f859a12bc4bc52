/* What boundaries and corrections leave out of a text, sentence by sentence. */

import { escapePattern, leaning } from '#src/text/languages.ts'
import { findSentencesInSlices } from '#src/text/sentences.ts'
import type { TimeSliced } from '#src/text/time-slices.ts'
import type { Span } from '#src/text/windows.ts'
import { extractTerms, findSubject } from './boundaries.ts'
import { type Claim, type Correction, extractClaimTerms, findClaim, listNameStems, parseClaims } from './corrections.ts'
import { type Boundary, listSubjects, type Subject } from './parse-boundary.ts'
import { listWordsInSlices } from './words.ts'

export type Rules = {
  artistName: string
  name: ReadonlySet<string>
  boundaries: readonly Boundary[]
  subjects: readonly Subject[]
  claims: readonly Claim[]
}

/** `replacement`: the right words of a correction; null where nothing takes the place of the sentence. */
export type Excluded = Span & {
  because: 'boundary' | 'correction'
  id: string
  replacement: string | null
}

/** What boundaries and corrections, the oldest first, leave out. */
export function* buildRules(
  artistName: string,
  boundaries: readonly Boundary[],
  corrections: readonly Correction[],
): TimeSliced<Rules> {
  const rules = { artistName, name: listNameStems(artistName), boundaries }
  const [subjects, claims]: [Subject[], Claim[]] = [[], []]
  for (const boundary of boundaries) subjects.push(...(yield* listSubjects(boundary, artistName)))
  // "[corrected by Mara Quill: …]", as a page prints it: what is corrected once more are the words in it.
  const mark = new RegExp(String.raw`\[[^\][:]*${escapePattern(artistName)}[^\][:]*: `, 'gu')
  for (const one of corrections.toReversed()) {
    // Right words that a boundary keeps out take the place of nothing; a newer correction's that of those it corrects.
    const reason = yield* findReason(one.correction ?? '', { ...rules, subjects, claims })
    const correction = reason === undefined ? one.correction : reason.replacement
    const said = { ...one, claim: one.claim.replaceAll(mark, '') }
    for (const claim of yield* parseClaims(said, rules.name)) claims.push({ ...claim, correction })
  }
  return { ...rules, subjects, claims }
}

type Reason = Omit<Excluded, 'start' | 'end'>

/** Why a text as a whole may not be said. Yields between words, subjects and claims. */
export function* findReason(text: string, { subjects, claims, name }: Rules): TimeSliced<Reason | undefined> {
  if (subjects.length + claims.length === 0) return undefined
  const words = yield* listWordsInSlices(text)
  const subject = subjects.length === 0 ? undefined : yield* findSubject(subjects, extractTerms(text, words))
  if (subject !== undefined) return { because: 'boundary', id: subject.boundaryId, replacement: null }
  if (claims.length === 0) return undefined
  const claim = yield* findClaim(extractClaimTerms(text, name, words), claims)
  return claim && { because: 'correction', id: claim.correctionId, replacement: claim.correction }
}

/**
 * The sentences of a text that are left out, in its order. What leans on a bounded sentence goes with it, within a
 * paragraph. Yields between sentences.
 */
export function* findExcluded(text: string, rules: Rules): TimeSliced<Excluded[]> {
  if (rules.subjects.length + rules.claims.length === 0) return []
  const excluded: Excluded[] = []
  for (const window of yield* findSentencesInSlices(text)) {
    yield
    const sentence = text.slice(window.start, window.end)
    const last = excluded.at(-1)
    const between = text.slice(last?.end, window.start)
    const follows = last?.because === 'boundary' && /^\s*$/.test(between) && !/\n\s*\n/.test(between)
    const reason = yield* findReason(sentence, rules)
    if (reason !== undefined) excluded.push({ ...window, ...reason })
    else if (follows && leaning.test(sentence)) excluded.push({ ...last, ...window })
  }
  return excluded
}
