import { wordsOf } from '#src/text/fold.ts'
import { sentencesOf } from '#src/text/sentences.ts'
import type { Lore } from './compose.ts'
import type { Draft, Evidence } from './draft.ts'
import { stopWords } from './stop-words.ts'
import { contentStems, shared, stemOf } from './words.ts'

export type Citation = Lore['citations'][number]

/** UTF-16 code units; the least that a reference may quote (interface, section 2.4). */
const quoteCharsMin = 8

/** How many of a sentence's content words have to be its evidence's. The others join them: "recalls", "according to". */
const carriedMin = 0.6

/**
 * Where a drafted sentence quotes its evidence, unit for unit, in the order of the sentence. Undefined when it quotes nothing, when one
 * of its quotations does not stand in its evidence or not in the sentence, or when they do not carry what it says.
 */
export function quotationsOf(
  { text, citations }: Draft['sentences'][number],
  evidence: ReadonlyMap<string, Evidence>,
  artistName: string,
): Citation[] | undefined {
  const cited: { citation: Citation; source: Evidence }[] = []
  for (const { evidence: id, quote } of citations) {
    const source = evidence.get(id)
    const citation = source && citationOf(text, quote, source)
    if (source === undefined || citation === undefined) return undefined
    cited.push({ citation, source })
  }
  const windows = apart(cited.map(({ citation }) => citation))
  const known = cited.map(({ source }) => `${source.about}\n${source.sentence.text}`).join('\n')
  return isCarried(text, windows, `${artistName}\n${known}`) ? windows : undefined
}

function citationOf(text: string, quote: string, { sentence }: Evidence): Citation | undefined {
  const start = placeOf(quote, text)
  const from = placeOf(quote, sentence.text)
  if (start === -1 || from === -1 || quote.length < quoteCharsMin) return undefined
  const { kind, id, revision } = sentence
  const quoteStart = sentence.quoteStart + from
  return { start, end: start + quote.length, kind, id, revision, quoteStart, quoteEnd: quoteStart + quote.length }
}

/** Where the words stand first, and not as a part of other words: "art" is not quoted from "party". -1 when nowhere. */
function placeOf(quote: string, text: string): number {
  for (let at = text.indexOf(quote); at !== -1; at = text.indexOf(quote, at + 1)) {
    const before = /[\p{L}\p{M}\p{N}]$/u.test(text.slice(0, at)) && /^[\p{L}\p{M}\p{N}]/u.test(quote)
    const after = /^[\p{L}\p{M}\p{N}]/u.test(text.slice(at + quote.length)) && /[\p{L}\p{M}\p{N}]$/u.test(quote)
    if (!before && !after) return at
  }
  return -1
}

/** In the order of the sentence; of two that overlap, the first. */
function apart(citations: readonly Citation[]): Citation[] {
  const kept: Citation[] = []
  for (const citation of citations.toSorted((a, b) => a.start - b.start)) {
    if (citation.start >= (kept.at(-1)?.end ?? 0)) kept.push(citation)
  }
  return kept
}

/**
 * Whether the text says what it quotes and not more: each sentence in it quotes something, most of its words are the evidence's, and
 * every name and figure is.
 */
function isCarried(text: string, quoted: readonly Citation[], known: string): boolean {
  const sentences = sentencesOf(text)
  if (!sentences.every((sentence) => quoted.some(({ start, end }) => start < sentence.end && sentence.start < end))) {
    return false
  }
  const stems = contentStems(known)
  const said = contentStems(text)
  if (shared(said, stems) < carriedMin * said.size) return false
  const first = wordsOf(text)[0]
  return wordsOf(text)
    .filter(({ word, start }) => start !== first?.start && !stopWords.has(word))
    .filter(({ start, end }) => /^\p{Lu}|\p{N}/u.test(text.slice(start, end)))
    .every(({ word }) => word.split("'").some((part) => stems.has(stemOf(part))))
}
