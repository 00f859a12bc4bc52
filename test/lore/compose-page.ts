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

export const paragraphs = [
  'Quill, the English singer, was met in the kitchen of her house, where the tapes are kept.',
  '"I tune the organ by ear, and I have never owned a fork. My father tuned it so, and his father before him; they held that a fork is for those who do not live in the room." She laughed, and poured the tea, and told the story of the fork that fell into the harbour. It lies there still, she said, and at low water the boats hum to it, so that the whole of Orrin is in tune from March to the first storm of the autumn, and out of tune in the winter like any other town.',
  'The kettle boiled.',
  '"A song is done when the dog leaves the room. It has a better ear than the critics, and it wants its dinner. I have thrown away eleven songs on its advice, and I miss two of them."',
]
const salt = { title: 'Salt', publisher: 'Coast Review', publishedAt: '2019' }
export const interview = storeText(1, paragraphs.join('\n\n'), salt)
const tapes = 'Mara Quill lives in Orrin, and keeps every tape in the drawer below the bread.'
export const other = storeText(2, tapes, { title: 'Tapes' })
export const askAbout = (n: number, answer: string, quote: string, year = 2026) =>
  buildAnswer(n, answer, { question: `Question number ${n}?`, references: [cite(interview, quote)], year })
