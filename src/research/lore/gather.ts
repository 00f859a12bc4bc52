/* Reads what a page prints of the artist's sources: the windows that questions cite, and the start of all others. */
import type { SourceWindow } from '#src/evidence/references/windows.ts'
import { listParagraphs } from '#src/text/paragraphs.ts'
import { runInTimeSlices, type TimeSliced } from '#src/text/time-slices.ts'
import type { Span } from '#src/text/windows.ts'
import { buildNameMatcher } from '../artist-name.ts'
import type { LoreInput } from './compose.ts'
import { isPost, type LoreAnswer, type LoreSource, listCitedIds, type Passage, type Stretch } from './evidence.ts'
import { findIntroductions } from './introductions.ts'
import { loreCharsMax, pageChars, postsMax, readCharsMax } from './limits.ts'
import type { CitableSource, Records } from './material.ts'
import { findParagraph, growPassage, mergeSpans, type ParagraphChoice } from './passages.ts'

/** Pages of one source in which a paragraph that names the artist is looked for: 200,000 units, a third of a book. */
const pagesPerSourceMax = 10

/** UTF-16 code units read on either side of a window that a question cites, to find its paragraph and the next. */
const marginChars = 3_000

/** Sentences that say who the artist is, kept until boundaries and corrections are known. */
const introductionsMax = 20

/** Reads windows of the artist's sources, without those that may not be used any more. */
export type Reading = {
  read: <One extends SourceWindow>(windows: readonly One[]) => Promise<(One & { text: string })[]>
  signal?: AbortSignal | undefined
}

/** Everything that a page may print of these sources, in the order of a page. */
export async function readPassages(
  reading: Reading,
  { artistName, answers, sources }: Pick<Records, 'artistName' | 'answers' | 'sources'>,
): Promise<Pick<LoreInput, 'passages' | 'introductions'>> {
  const cited = await readCitedPassages(reading, artistName, answers, sources)
  const { paragraphs, introductions } = await readPages(reading, artistName, listPages(sources, answers))
  return { passages: [...cited, ...paragraphs], introductions }
}

/** A page of a source. Of a source that a question cites, it is read for who the artist is alone. */
type SourcePage = { source: LoreSource; start: number; isLast: boolean; isCited: boolean }

/** Three times as many posts as a page of the Lore shows, as boundaries may leave some out. */
function listPages(sources: readonly CitableSource[], answers: readonly LoreAnswer[]): SourcePage[] {
  const cited = new Set(listCitedIds(answers))
  const isCited = ({ sourceId }: LoreSource) => cited.has(sourceId)
  const uncited = sources.filter((one) => !isCited(one))
  const posts = uncited.filter(isPost).slice(0, 3 * postsMax)
  return [...sources.filter(isCited), ...uncited.filter((one) => !isPost(one)), ...posts].flatMap((source) => {
    const pages = Math.min(isCited(source) ? 1 : pagesPerSourceMax, Math.ceil(source.totalChars / pageChars))
    return Array.from({ length: pages }, (_, number) => ({
      source,
      start: number * pageChars,
      isLast: number === pages - 1,
      isCited: isCited(source),
    }))
  })
}

/**
 * The first fitting paragraph of each source, and sentences that say who the artist is. A source is left once its
 * paragraph is found, and all are once the page of the Lore cannot hold more, or enough was read.
 */
async function readPages({ read, signal }: Reading, artistName: string, pages: readonly SourcePage[]) {
  const found: { paragraphs: Passage[]; introductions: Passage[] } = { paragraphs: [], introductions: [] }
  let [readChars, foundChars] = [0, 0]
  for (const page of pages) {
    if (readChars >= readCharsMax || foundChars > loreCharsMax) break
    const { source, start } = page
    if (found.paragraphs.at(-1)?.source === source) continue
    const { sourceId, revision } = source
    const [stretch] = await read([{ sourceId, revision, start, end: start + pageChars }])
    if (stretch === undefined) continue
    readChars += stretch.text.length
    const toPassage = (span: Span): Passage => {
      const text = stretch.text.slice(span.start - stretch.start, span.end - stretch.start)
      return { ...span, source, text, cited: [] }
    }
    const { paragraph, introductions } = await runInTimeSlices(searchPage(stretch, page, artistName), signal)
    found.introductions.push(...introductions.map(toPassage))
    if (paragraph === null) continue
    found.paragraphs.push(toPassage(paragraph))
    foundChars += paragraph.end - paragraph.start
  }
  found.introductions.sort((a, b) => a.text.length - b.text.length).splice(introductionsMax)
  return found
}

function* searchPage(
  stretch: Stretch,
  { source, isLast, isCited }: SourcePage,
  artistName: string,
): TimeSliced<{ paragraph: Span | null; introductions: Span[] }> {
  const page = trimPage(stretch, isLast)
  const names = buildNameMatcher(artistName)
  const paragraphs = yield* listParagraphs(page.text)
  const introductions = isPost(source) ? [] : (yield* findIntroductions(page, paragraphs, artistName)).slice(0, 3)
  // A text that never names the artist is approved as the artist's all the same.
  const kinds: ParagraphChoice[] = isPost(source) ? ['any'] : isLast ? ['named', 'prose', 'any'] : ['named']
  for (const kind of isCited ? [] : kinds) {
    const paragraph = yield* findParagraph(page, paragraphs, names, kind)
    if (paragraph !== null) return { paragraph, introductions }
  }
  return { paragraph: null, introductions }
}

/** A page without the paragraph that its end cuts off, and without the rest of one that its start does. */
function trimPage({ start, text }: Stretch, isEnd: boolean): Stretch {
  const ends = [...text.matchAll(/\n[^\S\n]*\n\s*|(?<=[.!?…。！？"”»」])\s+/g)].map((end) => end.index + end[0].length)
  const from = start === 0 ? 0 : (ends[0] ?? 0)
  const to = isEnd ? text.length : (ends.at(-1) ?? text.length)
  return { start: start + from, text: text.slice(from, to) }
}

/** The passages around what questions cite. */
async function readCitedPassages(
  { read, signal }: Reading,
  artistName: string,
  answers: readonly LoreAnswer[],
  sources: readonly LoreSource[],
): Promise<Passage[]> {
  const around = listCitedWindows(answers, sources).map((cited) => ({
    ...cited,
    cited: [cited],
    start: Math.max(0, cited.start - marginChars),
    end: cited.end + marginChars,
  }))
  const grown = await runInTimeSlices(growAll(await read(around), artistName), signal)
  return (await read(grown)).map(({ source, start, text, cited }) => {
    return { source, start, end: start + text.length, text, cited }
  })
}

type CitedWindow = SourceWindow & { source: LoreSource; cited: readonly Span[] }

/** The windows of current revisions that questions cite, each once. */
function listCitedWindows(answers: readonly LoreAnswer[], sources: readonly LoreSource[]) {
  const known = new Map(sources.map((source) => [source.sourceId, source]))
  const windows = answers.flatMap(({ references }) =>
    references.flatMap((one) => {
      if (one.kind !== 'original') return []
      const source = known.get(one.sourceId)
      if (source?.revision !== one.revision) return []
      const { sourceId, revision, start, end } = one
      return [[`${sourceId} ${start} ${end}`, { source, sourceId, revision, start, end }] as const]
    }),
  )
  return [...new Map(windows).values()]
}

function* growAll(
  stretches: readonly (CitedWindow & { text: string })[],
  artistName: string,
): TimeSliced<CitedWindow[]> {
  const names = buildNameMatcher(artistName)
  const grown: CitedWindow[] = []
  for (const { text, ...stretch } of stretches) {
    for (const cited of stretch.cited)
      grown.push({ ...stretch, ...(yield* growPassage({ start: stretch.start, text }, cited, names)) })
  }
  return [...Map.groupBy(grown, ({ sourceId }) => sourceId).values()].flatMap((spans) => mergeSpans(spans))
}
