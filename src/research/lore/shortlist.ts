import { sentencesOfPassage } from './candidates.ts'
import { informativeness, usable } from './informative.ts'
import { overlapChars, pageChars, picksMax, picksPerSourceMax } from './limits.ts'
import { contentStems } from './words.ts'

/** A window of one revision of a source: UTF-16 code units, [start, end). */
export type Window = { sourceId: string; revision: string; start: number; end: number }

/** A sentence worth remembering, with the sentence before it, which decides whether it can stand alone. */
export type Pick = Window & { score: number }

/** The window of the page with this number, counted from 0; it may reach past the end of the text. */
export function pageWindow(source: { sourceId: string; revision: string }, number: number): Window {
  const { sourceId, revision } = source
  const start = number * pageChars
  return { sourceId, revision, start: Math.max(0, start - overlapChars), end: start + pageChars }
}

/** What is worth remembering of a page, the best first. `text` begins at the page's start. */
export function picksOf(page: Window, text: string, artistName: string): Pick[] {
  const { sourceId, revision } = page
  const name = contentStems(artistName)
  const sentences = sentencesOfPassage({ sourceId, revision, start: page.start, text, title: null })
  const picks = sentences.flatMap((sentence, at) => {
    if (!usable(sentence)) return []
    const start = sentences[at - 1]?.quoteStart ?? (sentence.index === 0 ? sentence.quoteStart : page.start)
    return [{ sourceId, revision, start, end: sentence.quoteEnd, score: informativeness(sentence, name) }]
  })
  return picks.sort(byScore).slice(0, picksPerSourceMax)
}

/** The best of all, not too many of one source; what two pages overlap in is there once. */
export function best(picks: readonly Pick[]): Pick[] {
  const once = [...new Map(picks.map((pick) => [`${pick.sourceId} ${pick.end}`, pick])).values()]
  const ofEach = [...Map.groupBy(once, ({ sourceId }) => sourceId).values()]
  return ofEach
    .flatMap((ofOne) => ofOne.sort(byScore).slice(0, picksPerSourceMax))
    .sort(byScore)
    .slice(0, picksMax)
}

/** The windows that hold all picks, in the order of the sources and of their texts; what touches is one window. */
export function windowsOf(picks: readonly Pick[], sourceIds: readonly string[]): Window[] {
  const ofSource = Map.groupBy(picks, ({ sourceId }) => sourceId)
  return sourceIds.flatMap((sourceId) => joined((ofSource.get(sourceId) ?? []).toSorted((a, b) => a.start - b.start)))
}

function joined(sorted: readonly Window[]): Window[] {
  const windows: Window[] = []
  for (const { sourceId, revision, start, end } of sorted) {
    const last = windows.at(-1)
    if (last !== undefined && start <= last.end + 1) last.end = Math.max(last.end, end)
    else windows.push({ sourceId, revision, start, end })
  }
  return windows
}

const byScore = (a: Pick, b: Pick) => b.score - a.score
