import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { readWindows, type SourceWindow } from '#src/evidence/references/windows.ts'
import { choosePassages, foundPassageCharsMax, loadSentences } from '#src/evidence/search/passages.ts'
import type { CorpusStats } from '#src/evidence/search/queries.ts'
import { searchEvidence } from '#src/evidence/search/search-evidence.ts'
import { normalizePageUrl } from '#src/text/url/page-url.ts'
import { overlaps } from '#src/text/windows.ts'
import type { Omissions } from './omissions.ts'
import type { QuestionRequest } from './request.ts'
import { listSourceCandidates, type SourceCandidateRow, satisfiesNeed, servesQuestion } from './source-filter.ts'

/**
 * Windows of one search. Several times what is shown: some do not serve the need, and not every reader may see all of
 * them.
 */
const windowsMax = 24
const bounds = { limit: windowsMax, maxChars: windowsMax * foundPassageCharsMax }

/** Windows kept for each kind of reader: the most that a response shows (operations, section 7). */
const shownMax = 6

export type StoredSearchResult = {
  windows: SourceWindow[]
  omissions: Omissions
  /** Whether a page or post was named and nothing of it is stored. */
  targetMissing: boolean
  /** Texts that are not fully indexed yet. */
  unindexed: CorpusStats['unindexed']
}

/**
 * Searches all stored evidence that may serve a question, of whatever kind. A source that changes during the search is
 * found as it was, or not at all: its text is read in the revision that matched.
 */
export async function searchStored(
  db: Kysely<DB>,
  artistId: string,
  request: QuestionRequest,
): Promise<StoredSearchResult> {
  const candidates = await listSourceCandidates(db, artistId)
  const serving = candidates.filter((one) => servesQuestion(request, one) === true)
  const target = normalizePageUrl(request.targetUrl ?? '')
  const ofTarget = target === undefined ? [] : candidates.filter(({ url }) => normalizePageUrl(url ?? '') === target)
  const find = request.retrieval === 'latest' ? searchNewest : search
  const all = await find(db, artistId, request, serving)
  const servingTarget = serving.filter((one) => ofTarget.includes(one))
  const fromTarget = await find(db, artistId, request, servingTarget)
  // What is no answer by itself may be one beside other sources: what is named comes first all the same.
  const isNamed = ({ sourceId }: SourceWindow) => servingTarget.some(({ source_id }) => source_id === sourceId)
  const others = all.windows.filter((window) => !overlapsAny(window, fromTarget.windows))
  const { eligible, readable, searched, unindexed } = all.corpus
  return {
    windows: selectBest(
      [...fromTarget.windows, ...others.filter(isNamed), ...others.filter((one) => !isNamed(one))],
      serving,
    ),
    omissions: {
      undated: candidates.filter((one) => servesQuestion(request, one) === 'undated').length,
      textless: eligible - readable,
      unprepared: readable - searched,
    },
    targetMissing: target !== undefined && ofTarget.length === 0,
    unindexed,
  }
}

/** The windows of these sources' current texts that match the topic and serve the need, best first. */
async function search(db: Kysely<DB>, artistId: string, request: QuestionRequest, sources: SourceCandidateRow[]) {
  const scope = { caller: reader, artistId, kind: undefined, among: sources.map(({ source_id }) => source_id) }
  const { corpus, passages } = await searchEvidence(db, scope, { query: request.topic, ...bounds })
  return { corpus, windows: await selectServing(db, artistId, request, passages) }
}

/** Of each of the newest sources the passage that matches the topic best, else how its text begins; newest first. */
async function searchNewest(db: Kysely<DB>, artistId: string, request: QuestionRequest, sources: SourceCandidateRow[]) {
  const newest = sources.slice(0, windowsMax)
  const { corpus, windows } = await search(db, artistId, request, newest)
  const beginnings = newest.flatMap(({ source_id: sourceId, revision }) =>
    revision === null ? [] : [{ sourceId, revision, segment: 0, sentence: 0 }],
  )
  const findSentence = await loadSentences(db, artistId, beginnings, windowsMax)
  const openings = choosePassages(beginnings, findSentence, bounds).passages
  const candidates = [...windows, ...(await selectServing(db, artistId, request, openings))]
  return { corpus, windows: newest.flatMap((one) => candidates.find((w) => w.sourceId === one.source_id) ?? []) }
}

/** Those of these passages that serve the need. */
async function selectServing(
  db: Kysely<DB>,
  artistId: string,
  { evidenceNeed }: QuestionRequest,
  passages: readonly SourceWindow[],
): Promise<SourceWindow[]> {
  const texts = await readWindows(db, artistId, passages)
  return passages.flatMap(({ sourceId, revision, start, end }, index) => {
    const text = texts.get(index)?.text
    return text === undefined || !satisfiesNeed(evidenceNeed, text) ? [] : [{ sourceId, revision, start, end }]
  })
}

/** A job acts for no user: like the research key it may read every artist, and `among` says which sources. */
const reader = { kind: 'research_key' } as const

const overlapsAny = (window: SourceWindow, others: SourceWindow[]) =>
  others.some((other) => other.sourceId === window.sourceId && overlaps(window, other))

/** The best for a reader who may see all of them, and the best for a reader who sees approved ones alone. */
function selectBest(windows: SourceWindow[], sources: SourceCandidateRow[]): SourceWindow[] {
  const approved = new Set(sources.filter((one) => one.approved).map(({ source_id }) => source_id))
  const forKey = new Set(windows.filter(({ sourceId }) => approved.has(sourceId)).slice(0, shownMax))
  return windows.filter((window, index) => index < shownMax || forKey.has(window))
}
