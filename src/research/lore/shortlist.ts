import type { TimeSliced } from '#src/text/time-slices.ts'
import { buildPassageRuns } from './build-runs.ts'
import { listEpithets } from './epithet.ts'
import type { AnswerReference, LoreSource, PassageBlock } from './evidence.ts'
import type { RunRules } from './exclusions.ts'
import { blocksMax, blocksPerSourceMax, pageChars } from './limits.ts'
import { readSourcePage, type SourceAuthorship, type SpeechReading, startReading } from './read-source.ts'
import { listReferencedWindows, overlapsAny } from './references.ts'
import { splitPassage } from './sentence.ts'
import { buildNameMatcher } from './speech/names.ts'

/** A window of one revision of a source: UTF-16 code units, [start, end). */
export type SourceWindow = { sourceId: string; revision: string; start: number; end: number }

/** A block worth storing: its window, who speaks in it, and the score of its best run. */
export type ShortlistedBlock = SourceWindow & { block: PassageBlock; score: number }

/**
 * The window of the page with this number, counted from 0, from where the last one was read to; it may reach past the
 * end of the text.
 */
export function computePageWindow(
  { sourceId, revision }: Pick<LoreSource, 'sourceId' | 'revision'>,
  number: number,
  reading: SpeechReading | null,
): SourceWindow {
  return { sourceId, revision, start: reading?.from ?? number * pageChars, end: (number + 1) * pageChars }
}

/**
 * The blocks of a page worth storing, and how far the source is read with it. The page begins where `reading` ended.
 * Yields between blocks.
 */
export function* shortlistBlocks(
  source: LoreSource & SourceAuthorship,
  page: { start: number; text: string },
  artistName: string,
  reading: SpeechReading | null,
  isLast: boolean,
  references: readonly AnswerReference[],
): TimeSliced<{ shortlist: ShortlistedBlock[]; next: SpeechReading }> {
  const { sourceId, revision } = source
  const { start: from, text } = page
  const { blocks, next } = yield* readSourcePage(
    text,
    reading ?? { ...startReading(source, artistName), from },
    artistName,
    isLast,
  )
  const rules = buildEmptyRules(artistName, references)
  const shortlist: ShortlistedBlock[] = []
  for (const block of blocks) {
    yield
    const passage = { ...source, block, text: text.slice(block.start - from, block.end - from) }
    const sentences = splitPassage(passage)
    const [best] = yield* buildPassageRuns(passage, sentences, rules)
    const [epithet] = yield* listEpithets(passage, sentences, rules)
    if (best === undefined && epithet === undefined) continue
    const ofRun = best === undefined ? 0 : best.score - (best.concernsArtist ? 0 : adviceCost)
    const isReferenced = overlapsAny(block, listReferencedWindows(passage, references))
    const score = Math.max(ofRun, epithet === undefined ? 0 : epithetScore) + (isReferenced ? referenceScore : 0)
    shortlist.push({ sourceId, revision, start: block.start, end: block.end, block, score })
  }
  return { shortlist: shortlist.sort(compareScore).slice(0, blocksPerSourceMax), next }
}

/** A block that says who the artist is is worth reading, also where nothing else in it is. */
const epithetScore = 3

/** A block that a question cites is read before any other. */
const referenceScore = 100

/** How much better a block of advice has to be than one about the artist. */
const adviceCost = 1

/** No rule yet: boundaries and corrections are read when Lore is composed. */
const buildEmptyRules = (artistName: string, references: readonly AnswerReference[]): RunRules => ({
  nameMatcher: buildNameMatcher(artistName),
  artistNameStems: new Set(),
  subjects: [],
  claims: [],
  denied: [],
  idf: () => 1,
  references,
  precedingText: '',
})

/** The best of all, not too many of one source. */
export function selectBestBlocks(shortlist: readonly ShortlistedBlock[]): ShortlistedBlock[] {
  const blocksBySource = [...Map.groupBy(shortlist, ({ sourceId }) => sourceId).values()]
  return blocksBySource
    .flatMap((blocks) => blocks.toSorted(compareScore).slice(0, blocksPerSourceMax))
    .sort(compareScore)
    .slice(0, blocksMax)
}

/** The blocks in the order of the sources and of their texts. */
export const sortBlocks = (shortlist: readonly ShortlistedBlock[], sourceIds: readonly string[]): ShortlistedBlock[] =>
  shortlist.toSorted((a, b) => sourceIds.indexOf(a.sourceId) - sourceIds.indexOf(b.sourceId) || a.start - b.start)

const compareScore = (a: ShortlistedBlock, b: ShortlistedBlock) => b.score - a.score
