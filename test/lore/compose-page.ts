import type { SourceWindow } from '#src/evidence/references/windows.ts'
import { compose, type LoreInput } from '#src/research/lore/compose.ts'
import type { LoreAnswer } from '#src/research/lore/evidence.ts'
import { readPassages } from '#src/research/lore/gather.ts'
import type { CitableSource } from '#src/research/lore/material.ts'
import { runInTimeSlices } from '#src/text/time-slices.ts'

/** A stored text, in the order of eligible sources: those that questions cite, pages, posts. */
export type StoredText = CitableSource & { text: string }

export const storeText = (n: number, text: string, more: Partial<CitableSource> = {}): StoredText => ({
  sourceId: `vault:${n}`,
  revision: `${n}`.padStart(64, 'a'),
  kind: 'vault',
  title: null,
  publisher: null,
  publishedAt: null,
  url: null,
  totalChars: text.length,
  ...more,
  text,
})

/** A reference to the first occurrence of a quote in a stored text. */
export function cite({ sourceId, revision, text }: StoredText, quote: string): LoreAnswer['references'][number] {
  const start = text.indexOf(quote)
  if (start < 0) throw new Error(`not in the text: ${quote}`)
  return { kind: 'original', sourceId, revision, start, end: start + quote.length }
}

export const buildAnswer = (n: number, answer: string, more: Partial<LoreAnswer> = {}): LoreAnswer => ({
  entryId: `entry-${n}`,
  revision: `${n}`.padStart(64, 'b'),
  questionKey: `q${n}`,
  question: `What about matter number ${n}?`,
  answer,
  references: [],
  year: 2026,
  ...more,
})

export type PageInput = Pick<LoreInput, 'artistName'> & Partial<LoreInput> & { texts: readonly StoredText[] }

/** Reads stored texts and composes the page, as the job does. */
export async function composePage({ texts, ...given }: PageInput) {
  const read = async <One extends SourceWindow>(windows: readonly One[]) =>
    windows.flatMap((window) => {
      const stored = texts.find(({ sourceId }) => sourceId === window.sourceId)
      return stored === undefined ? [] : [{ ...window, text: stored.text.slice(window.start, window.end) }]
    })
  const records = { answers: [], boundaries: [], corrections: [], charsMax: 20_000, ...given, sources: [...texts] }
  const printed = await readPassages({ read }, records)
  return await runInTimeSlices(compose({ ...records, ...printed }))
}
