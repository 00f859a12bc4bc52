import { contentStems, shared } from '#src/research/lore/words.ts'
import { sentencesOf } from '#src/text/sentences.ts'

/** What the artist says about a sentence that the service has written: what to say instead, or null when it is to be dropped. */
export type Correction = { claim: string; correction: string | null; kind: 'replaced' | 'dropped' }

/** Code points of a correction (migration 0020); what is longer is a new text and no other wording of a sentence. */
const correctionCharsMax = 4_000

/**
 * What the artist has taken out of a draft and put in its place (operations, section 5). A sentence that stands unchanged anywhere in
 * the published text is no correction, so moving one around is none. A new sentence replaces a missing one that stood between the same
 * neighbours, when the two are about the same thing.
 */
export function correctionsOf(drafted: readonly string[], published: string): Correction[] {
  const plain = withoutMarks(published)
  const written = sentencesOf(plain).map(({ start, end }) => plain.slice(start, end))
  const stands = (sentence: string) => plain.includes(sentence)
  const isOwn = (sentence: string) => !drafted.some((one) => one.includes(sentence) || sentence.includes(one))
  return drafted.flatMap((claim, at) => {
    if (stands(claim)) return []
    const before = placeOf(written, drafted.slice(0, at).findLast(stands)) ?? -1
    const behind = placeOf(written, drafted.slice(at + 1).find(stands)) ?? written.length
    const between = written.slice(before + 1, behind).filter(isOwn)
    const correction = alikest(claim, between)
    return [{ claim, correction, kind: correction === null ? 'dropped' : 'replaced' }]
  })
}

/** ` [3]`: where a draft names its sources. */
const withoutMarks = (text: string) => text.replaceAll(/ \[\d{1,3}\]/g, '')

function placeOf(written: readonly string[], sentence: string | undefined): number | undefined {
  if (sentence === undefined) return undefined
  const place = written.findIndex((one) => one.includes(sentence) || sentence.includes(one))
  return place < 0 ? undefined : place
}

/** The sentence that shares most words with the claim; null when none shares any. */
function alikest(claim: string, sentences: readonly string[]): string | null {
  const stems = contentStems(claim)
  const alike = sentences
    .map((sentence) => ({ sentence, common: shared(stems, contentStems(sentence)) }))
    .filter(({ sentence, common }) => common > 0 && sentence.length <= correctionCharsMax)
    .toSorted((a, b) => b.common - a.common)
  return alike[0]?.sentence ?? null
}
