/* Prints the units of a page, with the list of its sources. */
import type { Lore, LoreSource } from './evidence.ts'
import type { FixedWords } from './fixed-words.ts'
import { formatSource, PageBuilder, type Part, paragraphBreak } from './page.ts'

/** A passage with what the artist says of it, or either alone. `rank`: what fills the page first. */
export type Unit = { rank: number; source: LoreSource | null; passage: Part[]; talk: Talk[] }
export type Talk = { year: number | null; question: Part[]; answer: Part[] }

export const isQuoted = ({ passage }: Unit): boolean => passage.some(({ origin }) => origin !== undefined)

export type Opening = { parts: Part[]; source: LoreSource | null }

/** What a page is printed with: the artist's name, and the fixed words of its language. */
type Printing = { input: { artistName: string }; words: FixedWords }

export const measure = (parts: readonly Part[]): number => parts.reduce((sum, { text }) => sum + text.length + 1, 2)

/** UTF-16 code units for the number of a source, and for a heading that is longer than a source's name. */
const headingChars = 40

/** At most the room that a unit takes on the page, with its line in the list of sources. */
export function measureUnit(unit: Unit, listed: ReadonlySet<string>, printing: Printing): number {
  const alone = new PageBuilder()
  printUnit(alone, unit, {}, printing)
  const { source } = unit
  const isListed = source === null || listed.has(source.sourceId)
  const line = isListed ? 0 : formatSource(source, printing.words).length + (source.url?.length ?? 0)
  return alone.lore.text.length + line + headingChars
}

/** What the page has named last: the source of a passage, and the year of a conversation. */
type Named = { source?: LoreSource | null; year?: number | null }

/** A source is named once where its passages stand together, and a conversation where it begins. */
function printUnit(page: PageBuilder, unit: Unit, named: Named, { input, words }: Printing): void {
  // A source of which nothing is left is not named, so that the numbers are those of the sources that are quoted.
  if (unit.source !== null && isQuoted(unit)) {
    const isSame = named.source === unit.source
    page.add([
      { text: isSame ? `${words.sameText} [${page.number(unit.source.sourceId)}]` : cite(page, unit.source, words) },
    ])
    named.source = unit.source
  }
  if (unit.passage.length > 0) page.add(unit.passage)
  for (const talk of unit.talk) {
    if (talk.year !== named.year) page.add([{ text: words.conversation(talk.year) }])
    page.add([{ text: words.question }, ...talk.question])
    page.add([{ text: `${input.artistName}:` }, ...talk.answer])
    named.year = talk.year
  }
}

const cite = (page: PageBuilder, source: LoreSource, words: FixedWords): string =>
  `${formatSource(source, words)} [${page.number(source.sourceId)}]`

/** Whether a page begins with a passage that begins with this sentence. */
const opensWith = ([unit]: readonly Unit[], [sentence]: readonly Part[]): boolean => {
  const [start, opening] = [unit?.passage[0]?.origin, sentence?.origin]
  return opening !== undefined && start?.id === opening.id && start.start === opening.start
}

export function render(opening: Opening, units: readonly Unit[], printing: Printing): Lore {
  const { words } = printing
  const page = new PageBuilder()
  const { parts, source } = opensWith(units, opening.parts) ? { parts: [], source: null } : opening
  if (units.length === 0 && source === null) return page.lore
  if (parts.length > 0) page.add(source === null ? parts : [...parts, { text: `— ${cite(page, source, words)}` }])
  const named: Named = { source }
  for (const unit of units) printUnit(page, unit, named, printing)
  const sources = [source, ...units.map((unit) => unit.source)]
  const list = page.sources.flatMap((id) => sources.find((one) => one?.sourceId === id) ?? [])
  if (list.length > 0) page.add([{ text: words.sources }])
  for (const [at, one] of list.entries())
    page.add(
      [{ text: `[${at + 1}] ${formatSource(one, words)}${one.url === null ? '' : `. ${one.url}`}` }],
      at === 0 ? paragraphBreak : '\n',
    )
  return page.lore
}
