import { sampleIdentities } from '#src/config/sample-identities.ts'
import { findSentences } from '#src/text/sentences.ts'
import type { Loose } from '../../support/test-context.ts'

/**
 * Existing values, by kind, and the parameters and fields (`path.id`, `body.revision`) in which they are meaningful.
 */
export type KnownValues = Record<'artists' | (typeof kinds)[number], { values: (string | number)[]; fields: string[] }>

const kinds = [
  'sessions',
  'sittings',
  'snapshots',
  'answers',
  'answerRevisions',
  'questionKeys',
  'boundaries',
  'boundaryRevisions',
  'jobs',
  'candidates',
  'sources',
  'sourceRevisions',
] as const

type Visitor = { base: string; accessToken: string; requestId: () => string }

/**
 * Plays the claimant for a while: a sitting with an answered question and an open one, a boundary, question research.
 * Returns the identities that a client could have seen.
 */
export async function fillWithRecords(visitor: Visitor): Promise<KnownValues> {
  const artist = `/api/artist/${sampleIdentities.artistId}`
  const get = (path: string) => ask(visitor, 'GET', `${artist}${path}`)
  const post = (path: string, body: object) => ask(visitor, 'POST', `${artist}${path}`, body)
  const { session } = await post('/interview/session', { requestId: visitor.requestId() })
  const { sources } = await get('/knowledge/sources?limit=50')
  const memory = () => get(`/interview/memory?sitting=${session.sitting}`)
  const offer = async (ordinal: number) =>
    (
      await post(`/interview/session/${session.id}/offer`, {
        ordinal,
        memorySnapshotId: (await memory()).snapshotId,
        question: `What is behind passage number ${ordinal}?`,
        references: [await readCitation(get, sources[ordinal - 1])],
      })
    ).question
  const first = await offer(1)
  const { question: answered } = await post(`/interview/answers/${first.id}`, {
    expectedRevision: first.revision,
    answer: 'The vox humana.',
  })
  const open = await offer(2)
  const { boundary } = await post('/interview/boundaries', {
    requestId: visitor.requestId(),
    questionKey: first.questionKey,
    wording: 'Not the wake.',
    scope: 'until_retracted',
  })
  const { jobId } = await post('/research/questions', { topic: 'The pump organ', evidenceNeed: 'reporting' })
  const { responses } = await get('/interview/responses?limit=20')
  const { candidates } = await get('/research/discoveries?limit=20')
  const { snapshotId } = await memory()
  const answers = [...responses, answered, open]
  return {
    artists: { values: Array(8).fill(sampleIdentities.artistId), fields: ['path.id', 'path.artistId'] },
    sessions: { values: [session.id], fields: ['path.sessionId'] },
    sittings: { values: [session.sitting], fields: ['query.sitting'] },
    snapshots: { values: [snapshotId], fields: ['body.memorySnapshotId'] },
    answers: { values: listIds(answers), fields: ['path.answerId'] },
    answerRevisions: { values: answers.map(getRevision), fields: ['body.expectedRevision'] },
    questionKeys: { values: answers.map(({ questionKey }) => questionKey), fields: ['body.questionKey'] },
    boundaries: { values: [boundary.id], fields: ['path.boundaryId'] },
    boundaryRevisions: { values: [boundary, ...candidates].map(getRevision), fields: ['body.revision'] },
    jobs: { values: [jobId], fields: ['path.jobId'] },
    candidates: { values: listIds(candidates), fields: ['path.candidateId'] },
    sources: {
      values: [...sources.map(({ sourceId }: Loose) => sourceId), ...listEvidenceIds(candidates)],
      fields: ['path.sourceId', 'path.evidenceId', 'query.cited'],
    },
    sourceRevisions: { values: sources.map(getRevision), fields: ['query.revision'] },
  }
}

/** The first whole sentence of a source, as a reference cites it. */
async function readCitation(get: (path: string) => Promise<Loose>, { sourceId, revision }: Loose) {
  const { passage } = await get(`/knowledge/sources/${encodeURIComponent(sourceId)}?revision=${revision}`)
  const [sentence] = findSentences(passage.text).filter(({ start, end }) => end - start >= 8 && end - start <= 400)
  if (sentence === undefined) throw new Error(`${sourceId} has no sentence to cite`)
  const { start, end } = sentence
  return { kind: 'original', sourceId, revision, start, end, quote: passage.text.slice(start, end) }
}

async function ask({ base, accessToken }: Visitor, method: string, path: string, body?: object): Promise<Loose> {
  const response = await fetch(`${base}${path}`, {
    method,
    headers: { authorization: `Bearer ${accessToken}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status} ${JSON.stringify(answer)}`)
  return answer
}

const listIds = (things: Loose[]) => things.map(({ id }) => id)
const getRevision = ({ revision }: Loose): string => revision
const listEvidenceIds = (candidates: Loose[]) => candidates.map(({ evidenceId }) => evidenceId).filter(Boolean)
