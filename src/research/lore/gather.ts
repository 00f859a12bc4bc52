/* Reads what a page prints of the artist's sources: the windows that questions cite, and the start of all others. */
import type { SourceWindow } from '#src/evidence/references/windows.ts'
import { listParagraphs } from '#src/text/paragraphs.ts'
import { runInTimeSlices, type TimeSliced } from '#src/text/time-slices.ts'
import type { Span } from '#src/text/windows.ts'
import { buildNameMatcher } from '../artist-name.ts'
import type { LoreInput } from './compose.ts'
import { isPost, type LoreAnswer, type LoreSource, type Passage, type Stretch } from './evidence.ts'
import { findIntroductions } from './introductions.ts'
import { loreCharsMax, pageChars, postsMax } from './limits.ts'
import { type EligibleSource, listCitedIds, type Records } from './material.ts'
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

/** Sources to be read page by page. One that a question cites is read for who the artist is alone. */
export type Plan = { sourceId: string; revision: string; pages: number; isCited: boolean; isPost: boolean }[]

type CitedWindow = SourceWindow & { cited: readonly Span[] }

/** What reading has found so far: windows, not texts. */
export type Found = { paragraphs: SourceWindow[]; introductions: SourceWindow[] }

export const nothingFound: Found = { paragraphs: [], introductions: [] }

/** Three times as many posts as a page shows, as boundaries may leave some out. */
export function planReading(sources: readonly EligibleSource[], answers: readonly LoreAnswer[]): Plan {
  const cited = new Set(listCitedIds(answers))
  const uncited = sources.filter(({ sourceId }) => !cited.has(sourceId))
  const posts = uncited.filter(isPost).slice(0, 3 * postsMax)
  const read = [
    ...sources.filter(({ sourceId }) => cited.has(sourceId)),
    ...uncited.filter((one) => !isPost(one)),
    ...posts,
  ]
  return read.map((one) => {
    const { sourceId, revision, totalChars } = one
    const isCited = cited.has(sourceId)
    const pages = isCited ? 1 : Math.min(pagesPerSourceMax, Math.ceil(totalChars / pageChars))
    return { sourceId, revision, pages, isCited, isPost: isPost(one) }
  })
}

export const countPages = (plan: Plan): number => plan.reduce((sum, { pages }) => sum + pages, 0)

/**
 * Reads pages from a place on until so many UTF-16 code units were read. Returns what was found with them, and the
 * place to go on from. A source is left once its paragraph is found, and all are once the page cannot hold more.
 */
export async function readSourcePages(
  { read, signal }: Reading,
  artistName: string,
  { plan, from, found: before, charsMax }: { plan: Plan; from: number; found: Found; charsMax: number },
): Promise<{ cursor: number; found: Found }> {
  const pages = plan.flatMap((source) => Array.from({ length: source.pages }, (_, number) => ({ source, number })))
  const found = { paragraphs: [...before.paragraphs], introductions: [...before.introductions] }
  let [cursor, chars] = [from, 0]
  for (; cursor < pages.length && chars < charsMax; cursor += 1) {
    const { source, number } = pages[cursor] as (typeof pages)[number]
    const known = found.paragraphs.some(({ sourceId }) => sourceId === source.sourceId)
    const filled = found.paragraphs.reduce((sum, { start, end }) => sum + end - start, 0)
    if (known || filled > loreCharsMax) continue
    const { sourceId, revision } = source
    const window = { sourceId, revision, start: number * pageChars, end: (number + 1) * pageChars }
    const [page] = await read([window])
    if (page === undefined) continue
    chars += page.text.length
    const isEnd = number === source.pages - 1
    const onPage = await runInTimeSlices(readPage(trimPage(page, isEnd), source, artistName, isEnd), signal)
    found.introductions.push(...onPage.introductions.map((span) => ({ sourceId, revision, ...span })))
    if (onPage.paragraph !== null) found.paragraphs.push({ sourceId, revision, ...onPage.paragraph })
  }
  found.introductions.sort((a, b) => a.end - a.start - (b.end - b.start)).splice(introductionsMax)
  return { cursor, found }
}

function* readPage(
  page: Stretch,
  { isCited, isPost }: Plan[number],
  artistName: string,
  isLast: boolean,
): TimeSliced<{ paragraph: Span | null; introductions: Span[] }> {
  const names = buildNameMatcher(artistName)
  const paragraphs = yield* listParagraphs(page.text)
  const introductions = isPost ? [] : (yield* findIntroductions(page, paragraphs, artistName)).slice(0, 3)
  // A text that never names the artist is approved as the artist's all the same.
  const kinds: ParagraphChoice[] = isPost ? ['any'] : isLast ? ['named', 'prose', 'any'] : ['named']
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
  return { start: start + from, text: text.slice(from, Math.max(from, to)) }
}

/** The passages and introductions of a page, with their texts, by the records as they are now. */
export async function readPassages(
  { read, signal }: Reading,
  { artistName, answers, sources }: Pick<Records, 'artistName' | 'answers' | 'sources'>,
  found: Found,
): Promise<Pick<LoreInput, 'passages' | 'introductions'>> {
  const known = new Map<string, LoreSource>(sources.map((source) => [source.sourceId, source]))
  const around = listCitedWindows(answers, known).map((cited) => ({
    ...cited,
    cited: [cited],
    start: Math.max(0, cited.start - marginChars),
    end: cited.end + marginChars,
  }))
  const grown = await runInTimeSlices(growAll(await read(around), artistName), signal)
  const readAll = async (list: readonly CitedWindow[]): Promise<Passage[]> =>
    (await read(list)).flatMap(({ sourceId, start, text, cited }) => {
      const source = known.get(sourceId)
      return source === undefined ? [] : [{ source, start, end: start + text.length, text, cited }]
    })
  const isUncited = ({ sourceId }: SourceWindow) => !grown.some((one) => one.sourceId === sourceId)
  const uncited = found.paragraphs.filter(isUncited).map((one) => ({ ...one, cited: [] }))
  return {
    passages: await readAll([...grown, ...uncited]),
    introductions: await readAll(found.introductions.map((one) => ({ ...one, cited: [] }))),
  }
}

/** The windows of current revisions that questions cite, each once. */
function listCitedWindows(answers: readonly LoreAnswer[], known: ReadonlyMap<string, LoreSource>): SourceWindow[] {
  const windows = answers.flatMap(({ references }) =>
    references.flatMap((one) => {
      if (one.kind !== 'original' || known.get(one.sourceId)?.revision !== one.revision) return []
      const { sourceId, revision, start, end } = one
      return [[`${sourceId} ${start} ${end}`, { sourceId, revision, start, end }] as const]
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
