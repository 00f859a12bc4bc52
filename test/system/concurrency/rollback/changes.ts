import { buildBoundaryOn, createMemoryClient } from '../../../memory/memory.ts'
import { answerFirstQuestion, createResponsesClient } from '../../../responses/answers.ts'
import type { ApiReply, Loose } from '../../../support/test-context.ts'
import type { TestEnvironment } from '../../environment.ts'
import { importRecord } from '../../imports.ts'
import { type Actors, createOwnedArtist, importText } from '../../service.ts'

type Calls = Record<string, () => Promise<ApiReply>>

/** The changes of one artist that queue a job, those that queue none, and their artist. */
export type Changes = { artistId: string; queueing: Calls; quiet: Calls }

/** An artist of its own, in a state in which every one of them is possible. */
export async function openChanges(environment: TestEnvironment, actors: Actors): Promise<Changes> {
  const artistId = await createOwnedArtist(environment)
  const own = { ...actors, artistId, addSource: (text: string) => importText(environment, artistId, text) }
  const { session, question, answer, finish, offer, reference } = await answerFirstQuestion(own)
  const open: Loose = (await offer(session, 2, reference)).body.question
  const legacy: Loose = await importLegacyOffer(environment, own)
  const candidate: Loose = await importPendingDiscovery(environment, own)
  const { revise } = createResponsesClient(own)
  const { save, retract } = createMemoryClient(own)
  const boundary = buildBoundaryOn(question)
  const drawn = (await save(buildBoundaryOn(question, { wording: 'Not my brother.' }))).body.boundary
  const post = (path: string, body: unknown) =>
    own.call('owner', 'POST', `/api/artist/${artistId}/research/${path}`, body)
  return {
    artistId,
    queueing: {
      reviseInterviewResponse: () =>
        revise(question.id, { expectedRevision: question.revision, answer: 'Other words.', note: 'Better so.' }),
      saveInterviewAnswer: () => answer(legacy as { id: string; revision: string }, 'In the old days.'),
      reviewDiscovery: () =>
        post(`discoveries/${candidate.id}/review`, { revision: candidate.revision, decision: 'approve' }),
      requestQuestionResearch: () => post('questions', { topic: 'the pump organ', evidenceNeed: 'reporting' }),
      refreshArtistResearch: () => post('refresh', {}),
      saveInterviewBoundary: () => save(boundary),
      retractInterviewBoundary: () => retract(drawn),
      finishInterviewSitting: () => finish(session),
    },
    quiet: {
      'saveInterviewAnswer in a sitting': () => answer(open, 'We were tired.'),
    },
  }
}

async function importLegacyOffer(environment: TestEnvironment, { artistId, call }: Actors) {
  const question = 'What was your first instrument?'
  await importRecord(environment, {
    type: 'legacyOffer',
    artist: artistId,
    question,
    offeredAt: '2020-01-01T00:00:00.000Z',
  })
  return (await call('owner', 'GET', `/api/artist/${artistId}/interview/session`)).body.legacyOffers[0]
}

async function importPendingDiscovery(environment: TestEnvironment, { artistId, call }: Actors) {
  const found = {
    url: 'https://example.org/found',
    text: 'A page about the artist.',
    curation: 'pending',
    identity: 'unresolved',
  }
  await importRecord(environment, { type: 'discovery', artist: artistId, ...found })
  return (await call('owner', 'GET', `/api/artist/${artistId}/research/discoveries`)).body.candidates[0]
}
