import type { Lore } from '#src/research/lore/render.ts'
import { stemText } from '#src/research/lore/words.ts'
import { findSentences } from '#src/text/sentences.ts'
import type { Composer } from './measures.ts'

/** The first characters of the unchanged answers and sources, one after the other. */
export const composeFirstCharacters: Composer = (input, texts) => {
  const lore: Lore = { text: '', citations: [] }
  for (const [id, text] of texts) {
    const start = lore.text === '' ? 0 : lore.text.length + 2
    const cut = text.slice(0, Math.max(0, input.charsMax - start))
    if (cut === '') continue
    lore.text += (lore.text === '' ? '' : '\n\n') + cut
    lore.citations.push(buildCitation(lore, id, { start: 0, end: cut.length }, start, getKind(id)))
  }
  return lore
}

/** A third of each text: the sentences most like all the others (LexRank with one step), in their order. */
export const composeCentroid: Composer = (input, texts) => {
  const lore: Lore = { text: '', citations: [] }
  for (const [id, text] of texts) {
    const sentences = findSentences(text).map((window) => ({
      window,
      stems: stemText(text.slice(window.start, window.end)),
    }))
    const likeness = sentences.map(({ stems }) =>
      sentences.reduce((sum, other) => sum + computeCosine(stems, other.stems), 0),
    )
    const best = likeness.map((value, at) => ({ value, at })).toSorted((a, b) => b.value - a.value)
    const selected = new Set(best.slice(0, Math.ceil(sentences.length / 3)).map(({ at }) => at))
    let separator = lore.text === '' ? '' : '\n\n'
    for (const [at, { window }] of sentences.entries()) {
      if (!selected.has(at) || lore.text.length + window.end - window.start + 2 > input.charsMax) continue
      const start = lore.text.length + separator.length
      lore.text += separator + text.slice(window.start, window.end)
      lore.citations.push(buildCitation(lore, id, window, start, getKind(id)))
      separator = ' '
    }
  }
  return lore
}

const getKind = (id: string): 'answer' | 'original' => (id.startsWith('vault:') ? 'original' : 'answer')

const buildCitation = (
  lore: Lore,
  id: string,
  window: { start: number; end: number },
  start: number,
  kind: 'answer' | 'original',
) => ({
  start,
  end: lore.text.length,
  kind,
  id,
  revision: 'a',
  quoteStart: window.start,
  quoteEnd: window.end,
})

const computeCosine = (one: ReadonlySet<string>, other: ReadonlySet<string>): number =>
  one.size === 0 || other.size === 0 ? 0 : one.intersection(other).size / Math.sqrt(one.size * other.size)
