import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { readWindows } from '#src/evidence/references/windows.ts'
import { foundPassageCharsMax } from '#src/evidence/search/passages.ts'
import { findSentences } from '#src/text/sentences.ts'
import { nextWindow } from '#src/text/windows.ts'
import type { FoundWindow } from './checkpoint.ts'
import { parseDateRange, type SourceCandidateRow } from './source-filter.ts'

/** Dated sources, newest first. A year or a month counts as its first day: it is not known to be newer. */
export function sortNewest(sources: readonly SourceCandidateRow[]): SourceCandidateRow[] {
  return sources
    .flatMap((source) => {
      const days = parseDateRange(source.published_at)
      return days === undefined ? [] : [{ source, key: `${days.first} ${source.published_at}` }]
    })
    .sort((a, b) => (a.key < b.key ? 1 : a.key > b.key ? -1 : 0))
    .map(({ source }) => source)
}

/** How each of these texts begins, in whole sentences; none for a text without a word. */
export async function readOpenings(
  db: Kysely<DB>,
  artistId: string,
  sources: readonly SourceCandidateRow[],
): Promise<(FoundWindow & { text: string })[]> {
  // One unit more than is taken, to see whether the end splits a pair.
  const windows = sources.flatMap(({ source_id: sourceId, revision }) =>
    revision === null ? [] : [{ sourceId, revision, start: 0, end: foundPassageCharsMax + 1 }],
  )
  const texts = await readWindows(db, artistId, windows)
  return windows.flatMap(({ sourceId, revision }, index) => {
    const read = texts.get(index)
    const page = read && nextWindow({ ...read, from: 0 }, 0, foundPassageCharsMax)
    if (page === undefined) return []
    const sentences = findSentences(page.text)
    const whole = page.nextStart === null || sentences.length < 2 ? sentences : sentences.slice(0, -1)
    const [first, last] = [whole[0], whole.at(-1)]
    if (first === undefined || last === undefined) return []
    const { start, end } = { start: first.start, end: last.end }
    return [{ sourceId, revision, start, end, text: page.text.slice(start, end) }]
  })
}
