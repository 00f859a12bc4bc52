import type { TextRange } from './windows.ts'

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })
const words = new Intl.Segmenter('en', { granularity: 'word' })

/**
 * The part of a passage that shows most of the words that were found and is read at a glance: whole sentences, or whole
 * words where one sentence is longer than `unitsMax`.
 */
export function findExtract(text: string, matches: readonly TextRange[], unitsMax: number): TextRange {
  if (text.length <= unitsMax) return { start: 0, end: text.length }
  const core = findDensest(text, matches, unitsMax)
  const sentenceStarts = listStarts(sentences, text)
  const sentence = sentenceStarts.findLast((at) => at <= core.start) ?? 0
  const wordStarts = listStarts(words, text)
  const before = Math.floor((unitsMax - (core.end - core.start)) / 2)
  const start = core.end - sentence <= unitsMax ? sentence : (wordStarts.find((at) => at >= core.start - before) ?? 0)
  const isWithin = (at: number) => at >= core.end && at > start && at <= start + unitsMax
  const end = [...sentenceStarts, text.length].findLast(isWithin) ?? wordStarts.findLast(isWithin) ?? core.end
  return trimRange(text, { start, end })
}

/** The shortest range with the most different matches that fits into `unitsMax`; the first of equal ones. */
function findDensest(text: string, matches: readonly TextRange[], unitsMax: number): TextRange {
  let densest = { start: 0, end: 0, different: 0 }
  for (const [at, { start }] of matches.entries()) {
    const seen = new Set<string>()
    for (const match of matches.slice(at)) {
      if (match.end - start > unitsMax) break
      seen.add(text.slice(match.start, match.end).toLowerCase())
      const isShorter = match.end - start < densest.end - densest.start
      if (seen.size > densest.different || (seen.size === densest.different && isShorter))
        densest = { start, end: match.end, different: seen.size }
    }
  }
  return densest
}

const listStarts = (segmenter: Intl.Segmenter, text: string) => [...segmenter.segment(text)].map(({ index }) => index)

function trimRange(text: string, { start, end }: TextRange): TextRange {
  const part = text.slice(start, end)
  return { start: start + part.length - part.trimStart().length, end: start + part.trimEnd().length }
}
