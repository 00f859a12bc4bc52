import type { Excluded } from '#src/records/memory/exclusions/find-excluded.ts'
import { isPost, type Lore, type LoreSource } from './evidence.ts'
import type { FixedWords } from './fixed-words.ts'

export const paragraphBreak = '\n\n'
export const omission = '[…]'

/** Where quoted text is from: `start` is its first unit there. */
export type Origin = { kind: 'original' | 'answer'; id: string; revision: string; start: number }

/** A part of a paragraph: fixed words, or exact text with its origin. */
export type Part = { text: string; origin?: Origin }

/** Text without its excluded sentences, each marked; right words stand where the wrong ones stood. */
export function cutParts(text: string, origin: Origin, excluded: readonly Excluded[], mark: MarkExclusion): Part[] {
  const parts: Part[] = []
  let at = 0
  const quote = (end: number) => {
    const piece = text.slice(at, end)
    const start = at + piece.length - piece.trimStart().length
    if (piece.trim() !== '') parts.push({ text: piece.trim(), origin: { ...origin, start: origin.start + start } })
  }
  for (const one of excluded) {
    quote(one.start)
    at = Math.max(at, one.end)
    const marked = mark(one)
    if (parts.at(-1)?.text !== marked) parts.push({ text: marked })
  }
  quote(text.length)
  return parts
}

export type MarkExclusion = (one: Pick<Excluded, 'replacement' | 'id'>) => string

/** Marks an omission, and shows the right words of a correction at the first place where its claim stood. */
export function createMark(words: FixedWords, artistName: string): MarkExclusion {
  const shown = new Set<string>()
  return ({ id, replacement }) => {
    if (replacement === null || shown.has(id)) return omission
    shown.add(id)
    return `[${words.corrected(artistName)}: ${replacement}]`
  }
}

/** Collects paragraphs, with the place of each quotation. */
export class PageBuilder {
  readonly lore: Lore = { text: '', citations: [] }
  /** Sources in the order of their numbers. */
  readonly sources: string[] = []

  /** The number of a source in the list at the end, given at its first use. */
  number(sourceId: string): number {
    if (!this.sources.includes(sourceId)) this.sources.push(sourceId)
    return this.sources.indexOf(sourceId) + 1
  }

  add(parts: readonly Part[], separator = paragraphBreak): void {
    const { lore } = this
    if (lore.text !== '') lore.text += separator
    for (const [at, { text, origin }] of parts.entries()) {
      if (at > 0) lore.text += ' '
      const start = lore.text.length
      lore.text += text
      if (origin === undefined) continue
      const { kind, id, revision, start: quoteStart } = origin
      const end = start + text.length
      lore.citations.push({ start, end, kind, id, revision, quoteStart, quoteEnd: quoteStart + text.length })
    }
  }
}

const years = /\d{4}/

/** "“Salt and Strings”, Coast Review, 2019". */
export function formatSource(source: LoreSource, words: FixedWords): string {
  const { title, publisher, publishedAt, url } = source
  const host = URL.canParse(url ?? '') ? new URL(url as string).hostname.replace(/^www\./, '') : null
  const name =
    title === null || title.trim() === '' ? (isPost(source) ? words.post : null) : words.quote(oneLine(title))
  const printed = [
    name,
    publisher ?? (name === null || isPost(source) ? host : null),
    years.exec(publishedAt ?? '')?.[0] ?? null,
  ]
  const known = printed.filter((part) => part !== null)
  return known.length === 0 ? words.untitled : known.join(', ')
}

const oneLine = (text: string) => text.trim().replaceAll(/\s+/g, ' ')
