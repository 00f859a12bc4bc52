import { v7 as uuidv7 } from 'uuid'
import { type Operation, type OperationId, operationContracts } from '#src/contract/document.ts'
import { findOpenKey } from '../../onboarding/conversation.ts'
import type { Loose, Method, SentRequest } from '../../support/test-context.ts'
import type { SeededArtist } from './seed-artist.ts'

export const getContract = (id: OperationId): Operation => operationContracts.get(id) as Operation

/** The request as it is sent, under the contract's method and path. */
export function buildSentRequest(
  id: OperationId,
  { path = {}, query = {}, headers = {}, body }: ValidRequest,
): SentRequest {
  const { method, path: template } = getContract(id)
  const filled = template.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(path[name] ?? ''))
  const search = Object.keys(query).length === 0 ? '' : `?${new URLSearchParams(query)}`
  return { method: method as Method, url: `${filled}${search}`, headers, body }
}

/** A request that succeeds: path and query by the contract's names of the parameters. */
export type ValidRequest = {
  path?: Record<string, string>
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: unknown
}

/**
 * One request for every operation of the contract, each with something real to do for the seeded artist. An operation
 * that is added to the contract does not compile until it has one here. The order is that in which all of them succeed.
 */
export function buildValidRequests(seeded: SeededArtist): Record<OperationId, ValidRequest> {
  const { artistId, ids, revisions, quote } = seeded
  const id = { id: artistId }
  const onboarded = { artistId }
  const sitting = { sitting: '2' }
  const vault = `vault:${ids.vault}`
  const window = { start: 0, end: quote.length }
  return {
    checkHealth: {},
    listMyArtists: {},
    advanceResearch: { body: { artistId } },
    runResearchScheduler: {},
    readOnboardingState: { path: onboarded },
    takeOnboardingTurn: { path: onboarded, body: { type: 'confirm_profiles', addedLinks: [], removedSiteNames: [] } },
    readArtistBrief: { path: id },
    listArtistSources: { path: id },
    readArtistLore: { path: id, query: { revision: revisions.lore } },
    listArtistLoreVersions: { path: id },
    listCorrections: { path: id },
    searchArtistEvidence: { path: id, query: { query: 'approved' } },
    readArtistSource: { path: { ...id, sourceId: vault }, query: { revision: revisions.vault } },
    relocateReference: {
      path: id,
      query: { cited: vault, revision: revisions.vault, start: '0', end: String(quote.length) },
    },
    readResearchEvidence: { path: { ...id, evidenceId: vault }, query: { revision: revisions.vault } },
    recoverSourceText: { path: id, body: { sourceIds: [ids.textless] } },
    readResearchStatus: { path: id },
    refreshArtistResearch: { path: id, body: { mode: 'lore-only' } },
    readQuestionResearch: { path: { ...id, jobId: ids.job } },
    requestQuestionResearch: { path: id, body: { topic: 'the second question', evidenceNeed: 'credits' } },
    listDiscoveries: { path: id },
    reviewDiscovery: {
      path: { ...id, candidateId: ids.candidate },
      body: { revision: revisions.candidate, decision: 'decline' },
    },
    listInterviewHistory: { path: id },
    readInterviewMemory: { path: id, query: sitting },
    listInterviewBoundaries: { path: id, query: sitting },
    restoreInterview: { path: id },
    offerInterviewQuestion: {
      path: { ...id, sessionId: ids.session },
      body: {
        ordinal: 2,
        memorySnapshotId: revisions.memory,
        question: 'What else is there to be asked?',
        references: [
          { kind: 'original', sourceId: vault, revision: revisions.vault, ...window, quote },
          { kind: 'answer', entryId: ids.answered, revision: revisions.answered, ...buildAnswerWindow(seeded) },
        ],
      },
    },
    previewInterviewBoundary: {
      path: id,
      body: { questionKey: seeded.questionKey, wording: 'Nothing about the harbour.' },
    },
    saveInterviewBoundary: {
      path: id,
      body: {
        requestId: uuidv7(),
        questionKey: seeded.questionKey,
        wording: 'Nothing about the harbour.',
        scope: 'sitting',
      },
    },
    retractInterviewBoundary: {
      path: { ...id, boundaryId: ids.boundary },
      body: { revision: revisions.boundary },
    },
    startInterviewSitting: { path: id, body: { requestId: ids.request } },
    saveInterviewAnswer: {
      path: { ...id, answerId: ids.open },
      body: { expectedRevision: revisions.open, answer: 'It was not kept.' },
    },
    correctLore: {
      path: id,
      body: { requestId: uuidv7(), loreRevision: revisions.lore, start: 0, end: 10, correction: 'It was another one.' },
    },
    previewCorrection: {
      path: id,
      body: { loreRevision: revisions.lore, start: 0, end: 10, correction: null },
    },
    publishLore: {
      path: id,
      body: { revision: revisions.lore, publishedRevision: revisions.lore, excluded: 'keep' },
    },
    retractCorrection: {
      path: { ...id, correctionId: ids.correction },
      body: { revision: revisions.correction },
    },
    finishInterviewSitting: { path: { ...id, sessionId: ids.session }, body: {} },
    listInterviewResponses: { path: id },
    readInterviewResponse: { path: { ...id, answerId: ids.answered }, query: { revision: revisions.answered } },
    listInterviewResponseVersions: { path: { ...id, answerId: ids.answered } },
    reviseInterviewResponse: {
      path: { ...id, answerId: ids.answered },
      headers: { 'If-Match': `"${revisions.answered}"` },
      body: { expectedRevision: revisions.answered, answer: 'It came third.', note: 'It was the third.' },
    },
  }
}

const buildAnswerWindow = ({ mark }: SeededArtist) => ({
  start: 0,
  end: 20,
  quote: `The ${mark} came second.`.slice(0, 20),
})

/** A request of the seeded artist, and the same with what it names of another one. */
type RequestPair = { ready: ValidRequest; theirs: ValidRequest }

/** The turns of the onboarding whose request names an identity, each at its step. */
export async function* listTurns(own: SeededArtist, other: SeededArtist): AsyncGenerator<RequestPair> {
  const path = { artistId: own.artistId }
  const pairUp = (build: (named: SeededArtist) => object): RequestPair => ({
    ready: { path, body: build(own) },
    theirs: { path, body: build(other) },
  })
  const takeTurn = async (body: object): Promise<Loose[]> =>
    await own.does('POST', `/api/onboarding/${own.artistId}/chat`, body)
  const listSources = ({ ids }: SeededArtist) => [`vault:${ids.vault}`]

  await takeTurn({ type: 'confirm_profiles', addedLinks: [], removedSiteNames: [] })
  yield pairUp(({ ids }) => ({
    type: 'vault_review',
    decisions: [{ sourceId: ids.unreviewed, status: 'rejected' }],
    addedUrls: [],
  }))
  let events = await takeTurn({ type: 'vault_review', decisions: [], addedUrls: [] })
  const asked = findOpenKey(events)
  yield pairUp((named) => ({
    type: 'interview_answer',
    // Every artist has the same questions of the onboarding.
    questionKey: named === own ? asked : named.questionKey,
    answer: 'From the harbour.',
  }))
  for (let key = asked; key !== undefined; key = findOpenKey(events)) {
    events = await takeTurn({ type: 'interview_answer', questionKey: key, answer: null })
  }
  yield pairUp((named) => ({ type: 'about_choice', mode: 'generate', doc: '', sources: listSources(named) }))
  const page = { type: 'publish', doc: 'A page.', about: 'A word.', expectedBio: null }
  yield pairUp((named) => ({ ...page, sources: listSources(named) }))
}
