/* Prints a page: its units in their order, with the place of each quotation and the list of its sources. */
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

/** A passage with what the artist says of it, or either alone. `rank`: what fills the page first. */
export type Unit = { rank: number; source: LoreSource | null; passage: Part[]; talk: Talk[] }
export type Talk = { year: number | null; question: Part[]; answer: Part[] }

export type Opening = { parts: Part[]; source: LoreSource | null }

export const isQuoted = ({ passage }: Unit): boolean => passage.some(({ origin }) => origin !== undefined)

/** What a page is printed with: the artist's name, and the fixed words of its language. */
type Printing = { input: { artistName: string }; words: FixedWords }

/** UTF-16 code units that paragraphs take, with what parts them. */
export const measure = (paragraphs: readonly Part[][]): number =>
  paragraphs.flat().reduce((sum, { text }) => sum + text.length + 1, 2 * paragraphs.length)

/** UTF-16 code units for the number of a source, and for a heading that is longer than a source's name. */
const headingChars = 40

/** At most the room that a unit takes on the page, with its line in the list of sources. */
export function measureUnit(unit: Unit, listed: ReadonlySet<string>, printing: Printing): number {
  const { source } = unit
  const isListed = source === null || listed.has(source.sourceId)
  const line = isListed ? 0 : formatSource(source, printing.words).length + (source.url?.length ?? 0)
  return measure(listParagraphs(unit, {}, [], printing)) + line + headingChars
}

/** What the page has named last: the source of a passage, and the year of a conversation. */
type Named = { source?: LoreSource | null; year?: number | null }

/** A source is named once where its passages stand together, and a conversation where it begins. */
function listParagraphs(unit: Unit, named: Named, sources: LoreSource[], { input, words }: Printing): Part[][] {
  const paragraphs: Part[][] = []
  // A source of which nothing is left is not named, so that the numbers are those of the sources that are quoted.
  if (unit.source !== null && isQuoted(unit)) {
    const isSame = named.source === unit.source
    const number = numberSource(sources, unit.source)
    paragraphs.push([{ text: `${isSame ? words.sameText : formatSource(unit.source, words)} [${number}]` }])
    named.source = unit.source
  }
  if (unit.passage.length > 0) paragraphs.push(unit.passage)
  for (const talk of unit.talk) {
    if (talk.year !== named.year) paragraphs.push([{ text: words.conversation(talk.year) }])
    paragraphs.push([{ text: words.question }, ...talk.question], [{ text: `${input.artistName}:` }, ...talk.answer])
    named.year = talk.year
  }
  return paragraphs
}

/** The number of a source in the list at the end, given at its first use. */
function numberSource(sources: LoreSource[], source: LoreSource): number {
  if (!sources.includes(source)) sources.push(source)
  return sources.indexOf(source) + 1
}

/** Whether a page begins with a passage that begins with this sentence. */
const opensWith = ([unit]: readonly Unit[], [sentence]: readonly Part[]): boolean => {
  const [start, opening] = [unit?.passage[0]?.origin, sentence?.origin]
  return opening !== undefined && start?.id === opening.id && start.start === opening.start
}

export function render(opening: Opening, units: readonly Unit[], printing: Printing): Lore {
  const { words } = printing
  const { parts, source } = opensWith(units, opening.parts) ? { parts: [], source: null } : opening
  if (units.length === 0 && source === null) return { text: '', citations: [] }
  const sources: LoreSource[] = []
  const mark = source && { text: `— ${formatSource(source, words)} [${numberSource(sources, source)}]` }
  const named: Named = { source }
  const paragraphs = [
    ...(parts.length > 0 ? [mark === null ? parts : [...parts, mark]] : []),
    ...units.flatMap((unit) => listParagraphs(unit, named, sources, printing)),
  ]
  const list = sources.map((one, at) => {
    const url = one.url === null ? '' : `. ${one.url}`
    return `[${at + 1}] ${formatSource(one, words)}${url}`
  })
  if (list.length > 0) paragraphs.push([{ text: words.sources }], [{ text: list.join('\n') }])
  return print(paragraphs)
}

/** The text of paragraphs, with the place of each quotation. */
function print(paragraphs: readonly Part[][]): Lore {
  const lore: Lore = { text: '', citations: [] }
  for (const parts of paragraphs) {
    if (lore.text !== '') lore.text += paragraphBreak
    for (const [at, { text, origin }] of parts.entries()) {
      if (at > 0) lore.text += ' '
      const start = lore.text.length
      const end = start + text.length
      lore.text += text
      if (origin === undefined) continue
      const { start: quoteStart, ...identity } = origin
      lore.citations.push({ start, end, ...identity, quoteStart, quoteEnd: quoteStart + text.length })
    }
  }
  return lore
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
