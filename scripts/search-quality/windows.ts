import { splitLongSentences } from '#src/evidence/search/sentences.ts'
import type { Engine, FoundWindow } from './engine.ts'

/** As long as the service's own windows. */
const windowCharsMax = 900

export type TextWindow = FoundWindow & { id: number; text: string }

/** What the other engines index: windows of whole sentences, each beginning in the middle of the one before. */
export function splitIntoWindows(texts: Map<string, string>): TextWindow[] {
  const windows: TextWindow[] = []
  for (const [file, text] of texts) {
    const sentences = splitLongSentences(text)
    for (let first = 0; first < sentences.length; ) {
      const start = sentences[first]?.start ?? 0
      let last = first
      while ((sentences[last + 1]?.end ?? Number.POSITIVE_INFINITY) - start <= windowCharsMax) last += 1
      const end = sentences[last]?.end ?? start
      windows.push({ id: windows.length, file, start, end, text: text.slice(start, end) })
      if (last === sentences.length - 1) break
      first = Math.max(first + 1, Math.ceil((first + last + 1) / 2))
    }
  }
  return windows
}

/** An engine over the windows above: they overlap, and can replace each other. */
export type Ranker = { name: string; rank(query: string, most: number): Promise<FoundWindow[]> }

/** Overlapping windows to examine for each that is wanted. */
const spare = 4

export const createEngine = ({ name, rank }: Ranker): Engine => ({
  name,
  find: async (query, limit) => selectDisjoint(await rank(query, limit * spare), limit),
})

/** The best windows that do not overlap a better one. */
function selectDisjoint(windows: FoundWindow[], limit: number): FoundWindow[] {
  const selected: FoundWindow[] = []
  for (const window of windows) {
    if (selected.length === limit) break
    const isOverlapping = (other: FoundWindow) =>
      other.file === window.file && other.start < window.end && window.start < other.end
    if (!selected.some(isOverlapping)) selected.push(window)
  }
  return selected
}
