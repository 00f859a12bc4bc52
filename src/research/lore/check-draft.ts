/*
 * Validates what a model has drafted. Pure. Nothing in a draft is trusted: its quotations are looked up, what joins
 * them is from a closed set of words, and the composer's own rules decide what may be said at all.
 */
import { foldWords } from '#src/text/fold.ts'
import { extractTerms, listSubjects, mentionsSubject } from './boundaries.ts'
import type { LoreInput } from './compose.ts'
import { collectClaimStems, extractClaimTerms, parseClaims, repeatsClaim, repeatsWording } from './corrections.ts'
import type { Draft } from './draft.ts'
import type { DraftEvidence } from './draft-evidence.ts'
import { draftSentencesMax } from './limits.ts'
import { type Citation, findQuotations } from './quotations.ts'
import { type Lore, paragraphBreak } from './render.ts'
import { isNearDuplicate } from './select.ts'
import { isClean } from './sentence.ts'
import { stemText } from './words.ts'

/** A valid sentence. Its citations count from its own beginning. */
type AcceptedSentence = { text: string; newParagraph: boolean; stems: Set<string>; citations: Citation[] }

/** One sentence is no profile. */
const acceptedSentencesMin = 2

/**
 * The draft as a Lore text without its invalid sentences; its citations are exactly its quotations. Undefined when too
 * little is left, also when that is less than half of it: a draft so often wrong is not trusted for the rest.
 */
export function checkDraft(draft: Draft, evidence: readonly DraftEvidence[], input: LoreInput): Lore | undefined {
  const known = new Map(evidence.map((one) => [one.id, one]))
  const isExcluded = createExclusionTest(input)
  const accepted: AcceptedSentence[] = []
  for (const drafted of draft.sentences.slice(0, draftSentencesMax)) {
    const text = drafted.text.trim()
    const citations = findQuotations({ ...drafted, text }, known, input.artistName)
    if (citations === undefined || !text.isWellFormed() || !isClean(text) || isExcluded(text)) continue
    const one = { text, newParagraph: drafted.newParagraph, stems: stemText(text), citations }
    if (accepted.some((other) => isNearDuplicate(other, one))) continue
    if (renderAccepted([...accepted, one]).text.length <= input.charsMax) accepted.push(one)
  }
  return accepted.length < acceptedSentencesMin || accepted.length < draft.sentences.length / 2
    ? undefined
    : renderAccepted(accepted)
}

/** Whether a boundary or a correction excludes the text: joined quotations can say what none of them says alone. */
function createExclusionTest({ artistName, boundaries, corrections }: LoreInput): (text: string) => boolean {
  const subjects = listSubjects(boundaries, artistName)
  const claims = parseClaims(corrections, artistName)
  const name = collectClaimStems(artistName)
  return (text) => {
    const words = foldWords(text).map(({ word }) => word)
    const claimTerms = extractClaimTerms(text, words, name)
    const isWrong = repeatsWording(claimTerms, claims) || repeatsClaim(claimTerms, claims, () => 1)
    return isWrong || mentionsSubject(subjects, extractTerms(text), () => 1)
  }
}

function renderAccepted(accepted: readonly AcceptedSentence[]): Lore {
  const lore: Lore = { text: '', citations: [] }
  for (const { text, newParagraph, citations } of accepted) {
    const separator = lore.text === '' ? '' : newParagraph ? paragraphBreak : ' '
    const offset = lore.text.length + separator.length
    lore.text += separator + text
    lore.citations.push(...citations.map((one) => ({ ...one, start: offset + one.start, end: offset + one.end })))
  }
  return lore
}
