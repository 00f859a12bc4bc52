/* Prints a page: its units in their order, with the place of each quotation and the list of its sources. */
import type { Excluded } from '#src/records/memory/exclusions/find-excluded.ts'
import type { HashedCitation } from '#src/text/revisions.ts'
import { shift } from '#src/text/windows.ts'
import { isPost, type Lore, type LoreSource } from './evidence.ts'
import type { FixedWords } from './fixed-words.ts'

export const paragraphBreak = '\n\n'
export const omission = '[…]'

/** Fixed words, in which nothing is quoted. */
export const say = (text: string): Lore => ({ text, citations: [] })

/** Exact text without white space around it; `start` is its first unit in what it is quoted from. */
export function quote(text: string, { start, ...origin }: Origin): Lore {
  const said = text.trim()
  const quoteStart = start + text.length - text.trimStart().length
  const window = { start: 0, end: said.length, quoteStart, quoteEnd: quoteStart + said.length }
  return { text: said, citations: [{ ...origin, ...window }] }
}

type Origin = Pick<HashedCitation, 'kind' | 'id' | 'revision'> & { start: number }

export function join(pieces: readonly Lore[], separator: string): Lore {
  const joined = say('')
  for (const { text, citations } of pieces) {
    if (joined.text !== '') joined.text += separator
    joined.citations.push(...citations.map((one) => ({ ...one, ...shift(one, joined.text.length) })))
    joined.text += text
  }
  return joined
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
export type Unit = { rank: number; source: LoreSource | null; passage: Lore; talk: Talk[] }
export type Talk = { year: number | null; question: string; answer: Lore }

export type Opening = { sentence: Lore; source: LoreSource | null }

export const isQuoted = ({ passage }: Unit): boolean => passage.citations.length > 0

/** What a page is printed with: the artist's name, and the fixed words of its language. */
type Printing = { input: { artistName: string }; words: FixedWords }

/** UTF-16 code units that paragraphs take, with what parts them. */
export const measure = (paragraphs: readonly Lore[]): number =>
  paragraphs.reduce((sum, { text }) => sum + text.length + paragraphBreak.length, 0)

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
function listParagraphs(unit: Unit, named: Named, sources: LoreSource[], { input, words }: Printing): Lore[] {
  const paragraphs: Lore[] = []
  // A source of which nothing is left is not named, so that the numbers are those of the sources that are quoted.
  if (unit.source !== null && isQuoted(unit)) {
    const isSame = named.source === unit.source
    const number = numberSource(sources, unit.source)
    paragraphs.push(say(`${isSame ? words.sameText : formatSource(unit.source, words)} [${number}]`))
    named.source = unit.source
  }
  if (unit.passage.text !== '') paragraphs.push(unit.passage)
  for (const { year, question, answer } of unit.talk) {
    if (year !== named.year) paragraphs.push(say(words.conversation(year)))
    paragraphs.push(say(`${words.question} ${question}`), join([say(`${input.artistName}:`), answer], ' '))
    named.year = year
  }
  return paragraphs
}

/** The number of a source in the list at the end, given at its first use. */
function numberSource(sources: LoreSource[], source: LoreSource): number {
  if (!sources.includes(source)) sources.push(source)
  return sources.indexOf(source) + 1
}

/** Whether a page begins with a passage that begins with this sentence. */
const opensWith = ([unit]: readonly Unit[], sentence: Lore): boolean => {
  const [first, opening] = [unit?.passage.citations[0], sentence.citations[0]]
  return (
    opening !== undefined && first?.start === 0 && first.id === opening.id && first.quoteStart === opening.quoteStart
  )
}

export function render(opening: Opening, units: readonly Unit[], printing: Printing): Lore {
  const { words } = printing
  const { sentence, source } = opensWith(units, opening.sentence) ? { sentence: say(''), source: null } : opening
  if (units.length === 0 && source === null) return say('')
  const sources: LoreSource[] = []
  const mark = source === null ? [] : [say(`— ${formatSource(source, words)} [${numberSource(sources, source)}]`)]
  const named: Named = { source }
  const paragraphs = [
    ...(sentence.text === '' ? [] : [join([sentence, ...mark], ' ')]),
    ...units.flatMap((unit) => listParagraphs(unit, named, sources, printing)),
  ]
  const list = sources.map((one, at) => {
    const url = one.url === null ? '' : `. ${one.url}`
    return `[${at + 1}] ${formatSource(one, words)}${url}`
  })
  if (list.length > 0) paragraphs.push(say(words.sources), say(list.join('\n')))
  return join(paragraphs, paragraphBreak)
}

const years = /\d{4}/

/** "“Salt and Strings”, Coast Review, 2019". */
function formatSource(source: LoreSource, words: FixedWords): string {
  const { title, publisher, publishedAt, url } = source
  const host = URL.parse(url ?? '')?.hostname.replace(/^www\./, '') ?? null
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
