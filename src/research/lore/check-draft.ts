/*
 * Judges what a model has drafted. Pure. A draft is believed in nothing: its quotations are looked up, what joins them may add neither
 * name nor figure, and the composer's own rules decide what may be said at all.
 */
import { type Candidate, candidate } from './candidates.ts'
import { type Lore, type LoreInput, nearlySame, paragraphBreak } from './compose.ts'
import type { Draft, Evidence } from './draft.ts'
import { usable } from './informative.ts'
import { draftSentencesMax } from './limits.ts'
import { boundedStems, claimsOf, clearOf, repeatsClaim } from './permitted.ts'
import { type Citation, quotationsOf } from './quotations.ts'
import { contentStems } from './words.ts'

type Drafted = Draft['sentences'][number] & { sentence: Candidate }
/** A sentence that may stand. Its citations count from its own beginning. */
type Kept = Drafted & { cited: Citation[] }

/** One sentence is no profile. */
const keptMin = 2

/**
 * The draft as a Lore text without the sentences that do not hold; its citations are exactly its quotations. Undefined when too little
 * is left, also when that is less than half of it: who is wrong that often is not to be believed about the rest.
 */
export function checkDraft(draft: Draft, evidence: readonly Evidence[], input: LoreInput): Lore | undefined {
  const known = new Map(evidence.map((one) => [one.id, one]))
  const kept: Kept[] = []
  for (const drafted of permitted(draft.sentences.slice(0, draftSentencesMax).map(sentenceOf), input)) {
    const cited = quotationsOf(drafted, known, input.artistName)
    if (cited === undefined || kept.some(({ sentence }) => nearlySame(sentence, drafted.sentence))) continue
    if (written([...kept, { ...drafted, cited }]).text.length <= input.maxChars) kept.push({ ...drafted, cited })
  }
  return kept.length < keptMin || kept.length < draft.sentences.length / 2 ? undefined : written(kept)
}

function sentenceOf(drafted: Draft['sentences'][number], index: number): Drafted {
  const text = drafted.text.trim()
  const place = { id: '', revision: '', quoteStart: 0, quoteEnd: text.length, index }
  return { ...drafted, text, sentence: candidate({ kind: 'original', ...place, text }) }
}

/** The sentences that read as one and that neither a boundary nor a correction forbids. */
function permitted(drafted: readonly Drafted[], { artistName, boundaries, corrections }: LoreInput): Drafted[] {
  const sentences = drafted.map(({ sentence }) => sentence)
  const clear = new Set(clearOf(boundedStems(boundaries, artistName), sentences))
  const claims = claimsOf(corrections, artistName)
  const name = contentStems(artistName)
  return drafted.filter(
    ({ text, sentence }) =>
      text.isWellFormed() && usable(sentence) && clear.has(sentence) && !repeatsClaim(sentence, claims, name),
  )
}

function written(kept: readonly Kept[]): Lore {
  const lore: Lore = { text: '', citations: [] }
  for (const { text, newParagraph, cited } of kept) {
    const separator = lore.text === '' ? '' : newParagraph ? paragraphBreak : ' '
    const offset = lore.text.length + separator.length
    lore.text += separator + text
    lore.citations.push(...cited.map((one) => ({ ...one, start: offset + one.start, end: offset + one.end })))
  }
  return lore
}
