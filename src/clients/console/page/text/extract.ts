import type { TextRange } from './windows.ts'

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })
const words = new Intl.Segmenter('en', { granularity: 'word' })

/**
 * The part of a passage that shows most of its matches and is read at a glance: whole sentences, or whole words where
 * one sentence is longer than `unitsMax`.
 */
export function findExtract(text: string, matches: readonly TextRange[], unitsMax: number): TextRange {
  if (text.length <= unitsMax) return { start: 0, end: text.length }
  const core = findDensest(matches, unitsMax)
  const sentenceStarts = listStarts(sentences, text)
  const sentence = sentenceStarts.findLast((at) => at <= core.start) ?? 0
  const wordStarts = listStarts(words, text)
  const before = Math.floor((unitsMax - (core.end - core.start)) / 2)
  const start = core.end - sentence <= unitsMax ? sentence : (wordStarts.find((at) => at >= core.start - before) ?? 0)
  const isWithin = (at: number) => at >= core.end && at > start && at <= start + unitsMax
  const end = [...sentenceStarts, text.length].findLast(isWithin) ?? wordStarts.findLast(isWithin) ?? core.end
  return trimRange(text, { start, end })
}

/** From the first to the last of the matches, of which as many as possible are no further apart than `unitsMax`. */
function findDensest(matches: readonly TextRange[], unitsMax: number): TextRange {
  let densest: readonly TextRange[] = []
  for (const [at, { start }] of matches.entries()) {
    const group = matches.slice(at).filter(({ end }) => end - start <= unitsMax)
    if (group.length > densest.length) densest = group
  }
  return { start: densest[0]?.start ?? 0, end: densest.at(-1)?.end ?? 0 }
}

const listStarts = (segmenter: Intl.Segmenter, text: string) => [...segmenter.segment(text)].map(({ index }) => index)

function trimRange(text: string, { start, end }: TextRange): TextRange {
  const part = text.slice(start, end)
  return { start: start + part.length - part.trimStart().length, end: start + part.trimEnd().length }
}
