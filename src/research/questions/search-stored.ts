import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { backfillIndex } from '#src/evidence/search/backfill-index.ts'
import type { CorpusStats } from '#src/evidence/search/queries.ts'
import { searchEvidence } from '#src/evidence/search/search-evidence.ts'
import type { Snippet } from '#src/evidence/search/snippets.ts'
import { normalizePageUrl } from '#src/text/url/canonical-url.ts'
import { fromUtf16 } from '#src/text/utf16.ts'
import { listSourceCandidates, type SourceCandidateRow } from './candidates.ts'
import type { FoundWindow, Omissions } from './findings.ts'
import type { QuestionRequest } from './request.ts'
import { satisfiesNeed, servesQuestion } from './source-filter.ts'

/** Windows of one look. Several times what is shown: some do not bear on the need, some are not for everybody. */
const windowsMax = 24

/** UTF-16 code units of one window: a speaker's whole thought, as in the search of evidence. */
const windowChars = 900

/** Windows kept for each kind of reader: what an answer shows at most (operations, section 7). */
const shownMax = 6

export type StoredSearchResult = {
  windows: FoundWindow[]
  omissions: Omissions
  /** Whether a page or post was named and nothing of it is stored. */
  targetMissing: boolean
  /** Texts that the index of search does not wholly hold yet. */
  behind: CorpusStats['behind']
}

/**
 * Looks through all stored evidence that may serve a question, at one moment of the database. What the index lacks is
 * added first, as far as one slice may; `behind` is what is lacking still.
 */
export async function searchStored(
  db: Kysely<DB>,
  artistId: string,
  request: QuestionRequest,
): Promise<StoredSearchResult> {
  const first = await look(db, artistId, request)
  if (first.behind.length === 0) return first
  await backfillIndex(
    db,
    first.behind.map((source) => ({ artistId, ...source })),
  )
  return await look(db, artistId, request)
}

const look = (db: Kysely<DB>, artistId: string, request: QuestionRequest): Promise<StoredSearchResult> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const candidates = await listSourceCandidates(trx, artistId)
      const serving = candidates.filter((one) => servesQuestion(request, one) === true)
      const target = request.targetUrl === null ? undefined : normalizePageUrl(request.targetUrl)
      const ofTarget =
        target === undefined ? [] : candidates.filter(({ url }) => normalizePageUrl(url ?? '') === target)
      const all = await search(trx, artistId, request, serving)
      const own = await search(
        trx,
        artistId,
        request,
        serving.filter((one) => ofTarget.includes(one)),
      )
      const { eligible, readable, searched, behind } = all.ground
      return {
        windows: bestFor(
          [...own.windows, ...all.windows.filter((window) => !overlapsAny(window, own.windows))],
          serving,
        ),
        omissions: {
          undated: candidates.filter((one) => servesQuestion(request, one) === 'undated').length,
          textless: eligible - readable,
          unprepared: readable - searched,
        },
        targetMissing: target !== undefined && ofTarget.length === 0,
        behind,
      }
    })

const nowhere: CorpusStats = { name: null, eligible: 0, readable: 0, searched: 0, units: 0, behind: [] }

/** The windows of these sources' current texts that match the topic and bear on the need, best first. */
async function search(trx: Transaction<DB>, artistId: string, request: QuestionRequest, sources: SourceCandidateRow[]) {
  if (sources.length === 0) return { ground: nowhere, windows: [] }
  const scope = { caller: reader, artistId, kind: undefined, among: sources.map(({ source_id }) => source_id) }
  const wanted = { query: request.topic, limit: windowsMax, maxChars: windowsMax * windowChars }
  const { ground, passages } = await searchEvidence(trx, scope, wanted)
  const texts = await readTexts(trx, artistId, passages)
  const revisions = new Map(sources.map(({ source_id, revision }) => [source_id, revision]))
  const windows = passages.flatMap(({ sourceId, start, end }, place): FoundWindow[] => {
    const revision = revisions.get(sourceId) ?? null
    const bears = satisfiesNeed(request.evidenceNeed, texts[place] ?? '')
    return revision === null || !bears ? [] : [{ sourceId, revision, start, end }]
  })
  return { ground, windows }
}

/** A job has no user behind it: like the research key it may read of every artist, and `among` says what. */
const reader = { kind: 'research_key' } as const

/** The texts of windows of current texts, in their order. */
async function readTexts(trx: Transaction<DB>, artistId: string, windows: Snippet[]): Promise<string[]> {
  const { rows } = await sql<{ bytes: Buffer }>`
    select substring(r.text_utf16 from 2 * w.start + 1 for 2 * (w."end" - w.start)) as bytes
    from jsonb_to_recordset(${JSON.stringify(windows.map((window, place) => ({ ...window, place })))}::jsonb)
      as w (place int, "sourceId" text, start int, "end" int)
    join sources s on s.artist_id = ${artistId} and s.source_id = w."sourceId"
    join source_revisions r on r.artist_id = s.artist_id and r.source_id = s.source_id and r.revision = s.revision
    order by w.place`.execute(trx)
  return rows.map(({ bytes }) => fromUtf16(bytes))
}

const overlapsAny = (window: FoundWindow, others: FoundWindow[]) =>
  others.some(({ sourceId, start, end }) => sourceId === window.sourceId && start < window.end && window.start < end)

/** The best for whoever may see all of them, and the best for whoever sees approved ones alone. */
function bestFor(windows: FoundWindow[], sources: SourceCandidateRow[]): FoundWindow[] {
  const approved = new Set(sources.filter((one) => one.approved).map(({ source_id }) => source_id))
  const forKey = new Set(windows.filter(({ sourceId }) => approved.has(sourceId)).slice(0, shownMax))
  return windows.filter((window, place) => place < shownMax || forKey.has(window))
}
