import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { needsContext } from '#src/research/lore/anaphora.ts'
import { readSourcePage, startReading } from '#src/research/lore/read-source.ts'
import type { Lore } from '#src/research/lore/render.ts'
import { findSentences } from '#src/text/sentences.ts'
import { runAtOnce } from '#src/text/time-slices.ts'
import { composeLore } from '../compose-lore.ts'
import { findOutsideForms } from '../fixed-forms.ts'

type Real = {
  artistName: string
  title: string | null
  publisher: string | null
  publishedAt: string | null
  text: string
}
type Line = { type: string; id: string; name: string; artist: string; textFile?: string } & Omit<
  Real,
  'artistName' | 'text'
>

/** The texts of a folder: those that its import.jsonl names, or every text file under the name of its artist. */
export function readRealTexts(folder: string): Real[] {
  const files = readdirSync(folder)
  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  if (!files.includes('import.jsonl')) {
    const stored = { title: null, publisher: null, publishedAt: null }
    return files
      .filter((file) => file.endsWith('.txt'))
      .map((file) => ({
        ...stored,
        artistName: file.replace(/^\d+-|\.txt$/g, '').replaceAll('-', ' '),
        text: read(file),
      }))
  }
  const lines = read('import.jsonl')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
  const names = new Map(lines.filter(({ type }) => type === 'artist').map(({ id, name }) => [id, name]))
  return lines.flatMap(({ artist, textFile, title, publisher, publishedAt }) =>
    textFile === undefined
      ? []
      : [
          {
            artistName: names.get(artist) ?? '',
            title,
            publisher: publisher ?? null,
            publishedAt: publishedAt ?? null,
            text: read(textFile),
          },
        ],
  )
}

export function composeReal({ artistName, text, ...stored }: Real): Lore {
  const source = { ...stored, sourceId: 'vault:real', revision: 'a' }
  const reading = startReading({ ...source, kind: 'vault', speaker: 'not_applicable' }, artistName)
  const { blocks } = runAtOnce(readSourcePage(text, reading, artistName, true))
  const passages = blocks.map((block) => ({ ...source, block, text: text.slice(block.start, block.end) }))
  return composeLore({ artistName, answers: [], passages, boundaries: [], corrections: [], charsMax: 4_000 })
}

function getFirstSentence(text: string): string {
  const [first] = findSentences(text)
  return first === undefined ? text : text.slice(first.start, first.end)
}

/** Counts that need no labels; the prose is for reading. */
export function countReal(real: Real, lore: Lore): Record<string, number> {
  const { text, citations } = lore
  const named = { artistName: real.artistName, questions: [], sources: [{ ...real, sourceId: '', revision: '' }] }
  const pieces = citations.map(({ start, end, quoteStart }) => ({
    before: text.slice(0, start),
    said: text.slice(start, end),
    quoteStart,
  }))
  const begins = pieces.filter(({ before }) => /(?:: |: [“‘«])$/.test(before))
  const joins = citations.slice(1).filter(({ start }, at) => !text.slice(citations[at]?.end, start).includes('\n\n'))
  const hidden = joins.filter(({ start, quoteStart }) => {
    const before = citations.find(({ end }) => end <= start && text.slice(end, start).length < 10)
    const gap = before === undefined ? '' : real.text.slice(before.quoteEnd, quoteStart)
    return before !== undefined && /[\p{L}\p{N}]/u.test(gap) && !/\[…\]|:/.test(text.slice(before.end, start))
  })
  return {
    characters: text.length,
    paragraphs: text === '' ? 0 : text.split('\n\n').length,
    'not exact': citations.filter(
      ({ start, end, quoteStart, quoteEnd }) => real.text.slice(quoteStart, quoteEnd) !== text.slice(start, end),
    ).length,
    'outside forms': findOutsideForms(lore, named).length,
    'hidden cuts': hidden.length,
    'begin by pointing': begins.filter(({ said }) => needsContext(getFirstSentence(said))).length,
  }
}
