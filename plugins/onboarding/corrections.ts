import { locateSentences } from '#src/records/lore/edit.ts'
import { listStems } from '#src/records/memory/exclusions/words.ts'
import { findSentencesInSlices } from '#src/text/sentences.ts'
import type { TimeSliced } from '#src/text/time-slices.ts'
import { overlaps, type Span } from '#src/text/windows.ts'

/**
 * What the artist says about a sentence that the service has written: what to say instead, or null when it is to be
 * dropped.
 */
export type DraftCorrection = { claim: string; correction: string | null }

/**
 * Code points of a correction, and of the claim that is stored (migration 0040); a UTF-16 length is never less. What is
 * longer is a new text and no other wording of a sentence.
 */
const codePointsMax = 4_000

/** New sentences that a missing one is compared with: the time of a comparison stays that of the texts' length. */
const comparedMax = 100

/**
 * The sentences of a draft that the artist removed or replaced (operations, section 5). One that stands as a whole
 * sentence in the published text is no correction. A missing one is replaced by the new one between the same neighbours
 * that shares most words with it; new is what neither overlaps a kept sentence nor equals one of the whole draft.
 */
export function* findCorrections(
  drafted: readonly string[],
  published: string,
  draft = '',
): TimeSliced<DraftCorrection[]> {
  const located = yield* locateSentences(published, drafted)
  const kept = located.filter((window) => window !== undefined)
  // Of a sentence that the draft has twice, one place is enough.
  const standing = new Set(drafted.filter((_, at) => located[at] !== undefined))
  const known = new Set((yield* findSentencesInSlices(draft)).map(({ start, end }) => draft.slice(start, end)))
  const added: NewSentence[] = []
  for (const { start, end } of yield* findSentencesInSlices(published)) {
    yield
    const text = published.slice(start, end)
    const isKept = known.has(text) || kept.some((window) => overlaps(window, { start, end }))
    if (!isKept && text.length <= codePointsMax) added.push({ start, end, text, stems: new Set(listStems(text)) })
  }
  const corrections: DraftCorrection[] = []
  let from = 0
  let between: NewSentence[] | undefined
  for (const [at, claim] of drafted.entries()) {
    yield
    const window = located[at]
    if (window !== undefined) {
      from = window.end
      between = undefined
      continue
    }
    if (standing.has(claim)) continue
    between ??= listBetween(added, from, located.slice(at).find((next) => next !== undefined)?.start)
    corrections.push({ claim: [...claim].slice(0, codePointsMax).join(''), correction: findClosest(claim, between) })
  }
  return corrections
}

type NewSentence = Span & { text: string; stems: ReadonlySet<string> }

const listBetween = (sentences: readonly NewSentence[], from: number, to = Number.POSITIVE_INFINITY): NewSentence[] =>
  sentences.filter(({ start, end }) => start >= from && end <= to).slice(0, comparedMax)

/** The sentence that shares most words with a claim, the first of several; null when none shares any. */
function findClosest(claim: string, sentences: readonly NewSentence[]): string | null {
  const stems = [...listStems(claim)]
  let closest = { text: null as string | null, common: 0 }
  for (const { text, stems: others } of sentences) {
    const common = stems.filter((stem) => others.has(stem)).length
    if (common > closest.common) closest = { text, common }
  }
  return closest.text
}
