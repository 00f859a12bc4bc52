import { locateSentences } from '#src/records/lore/edit.ts'
import { listStems } from '#src/records/memory/exclusions/words.ts'
import { findSentences, type SentenceWindow } from '#src/text/sentences.ts'
import type { TimeSliced } from '#src/text/time-slices.ts'

/**
 * What the artist says about a sentence that the service has written: what to say instead, or null when it is to be
 * dropped.
 */
export type DraftCorrection = { claim: string; correction: string | null; kind: 'replaced' | 'dropped' }

/**
 * Code points of a correction (migration 0040); a UTF-16 length is never less. What is longer is a new text and no
 * other wording of a sentence.
 */
const correctionCodePointsMax = 4_000

/** A sentence of the draft, and its place in the published text where it is still there. */
type DraftedSentence = { text: string; window: SentenceWindow | undefined }

/**
 * The sentences of a draft that the artist removed or replaced (operations, section 5). One that stands as a whole
 * sentence in the published text is no correction; a new one, which no sentence of the whole draft equals, replaces a
 * missing one between the same neighbours when both are about the same subject. Each text is read once.
 */
export function* findCorrections(
  drafted: readonly string[],
  published: string,
  draft = '',
): TimeSliced<DraftCorrection[]> {
  const located = yield* locateSentences(
    published,
    drafted.map((text) => ({ text })),
  )
  const sentences = drafted.map((text, at): DraftedSentence => ({ text, window: located[at] }))
  if (sentences.every(isPublished)) return []
  const publishedSentences = findSentences(published)
  const findClosest = yield* indexNew(published, publishedSentences, sentences, draft)
  const corrections: DraftCorrection[] = []
  for (const [at, { text: claim, window }] of sentences.entries()) {
    yield
    if (window !== undefined) continue
    const before = sentences.slice(0, at).findLast(isPublished)?.window
    const after = sentences.slice(at + 1).find(isPublished)?.window
    const first = before === undefined ? 0 : publishedSentences.findLastIndex(({ start }) => start < before.end) + 1
    const last =
      after === undefined
        ? publishedSentences.length
        : publishedSentences.findLastIndex(({ start }) => start <= after.start)
    const correction = findClosest(claim, first, last)
    corrections.push({ claim, correction, kind: correction === null ? 'dropped' : 'replaced' })
  }
  return corrections
}

const isPublished = ({ window }: DraftedSentence) => window !== undefined

/** Without a quotation mark whose other one is in another sentence: a draft quotes several sentences together. */
function removeOpenQuotationMarks(sentence: string): string {
  const opening = sentence.lastIndexOf('“')
  const opened = opening > sentence.lastIndexOf('”') ? sentence.slice(opening + 1) : sentence
  const closing = opened.indexOf('”')
  return closing >= 0 && !opened.slice(0, closing).includes('“') ? opened.slice(0, closing) : opened
}

type FindClosest = (claim: string, first: number, last: number) => string | null

/**
 * Finds the new sentence, among those from one number to before another, that shares most words with a claim; null when
 * none shares any. New is what holds nothing of the draft.
 */
function* indexNew(
  text: string,
  publishedSentences: readonly SentenceWindow[],
  drafted: readonly DraftedSentence[],
  draft: string,
): TimeSliced<FindClosest> {
  const known = new Set(findSentences(draft).map(({ start, end }) => draft.slice(start, end)))
  const keptPlaces = drafted.flatMap(({ window }) => window ?? [])
  const sentencesWith = new Map<string, number[]>()
  for (const [at, { start, end }] of publishedSentences.entries()) {
    yield
    if (end - start > correctionCodePointsMax || keptPlaces.some((window) => window.start < end && start < window.end))
      continue
    const sentence = text.slice(start, end)
    if (known.has(sentence)) continue
    for (const stem of listStems(sentence)) {
      const existing = sentencesWith.get(stem)
      if (existing === undefined) sentencesWith.set(stem, [at])
      else existing.push(at)
    }
  }
  return (claim, first, last) => {
    const common = new Int32Array(publishedSentences.length)
    for (const stem of listStems(claim)) {
      for (const at of sentencesWith.get(stem) ?? []) common[at] = (common[at] as number) + 1
    }
    let best = -1
    for (let at = first; at < last; at += 1) {
      if ((common[at] as number) > (best < 0 ? 0 : (common[best] as number))) best = at
    }
    const closest = publishedSentences[best]
    return closest === undefined ? null : removeOpenQuotationMarks(text.slice(closest.start, closest.end))
  }
}
