import type { CallOptions, Client } from './client.ts'
import { readMemory } from './memory.ts'
import { offerQuestion, type QuestionOffer } from './offer.ts'
import { takeTurn } from './onboarding.ts'
import type { Schemas } from './operation-types.ts'
import { type AdvanceOptions, advanceUntilIdle } from './research.ts'

type Revised = { id: string; revision: string }

/**
 * Everything above the bare operations, for one artist. Each write is safe to repeat: its identifier is made once, here
 * or by the caller, and not once a try. A caller that wants a write to survive its own restart stores the `requestId`
 * with what it writes, and passes it again.
 */
export function createArtistClient(client: Client, artistId: string) {
  const path = { id: artistId }
  return {
    readMemory: (sitting: number, options?: CallOptions) => readMemory(client, artistId, sitting, options),
    offer: (offer: QuestionOffer, options?: CallOptions) => offerQuestion(client, artistId, offer, options),
    advanceUntilIdle: (options?: AdvanceOptions) => advanceUntilIdle(client, artistId, options),
    takeTurn: (turn: Schemas['OnboardingTurn'], options?: CallOptions) => takeTurn(client, artistId, turn, options),

    /** The latest sitting with everything saved in it, and the open legacy offers. */
    restore: (options?: CallOptions) => client.call('restoreInterview', { path }, options),

    /** @throws ProblemError `session_active`, `state_changed` when legacy offers are open */
    start: async (options?: CallOptions & { requestId?: string }): Promise<Schemas['Session']> => {
      const { requestId = crypto.randomUUID(), ...rest } = options ?? {}
      const { session } = await client.call('startInterviewSitting', { path, body: { requestId } }, rest)
      return session
    },

    /** Saves an answer byte for byte. @throws ProblemError `revision_changed`, `state_changed` */
    answer: async ({ id, revision }: Revised, answer: string, options?: CallOptions) => {
      const body = { expectedRevision: revision, answer }
      return (await client.call('saveInterviewAnswer', { path: { ...path, answerId: id }, body }, options)).question
    },

    /** Skips a question; that draws no boundary. */
    skip: async ({ id, revision }: Revised, options?: CallOptions) => {
      const body = { expectedRevision: revision, answer: null }
      return (await client.call('saveInterviewAnswer', { path: { ...path, answerId: id }, body }, options)).question
    },

    /**
     * Replaces a saved answer; the earlier versions are kept.
     * @throws ProblemError `revision_changed`: saved elsewhere since; show both versions and let a person decide
     */
    revise: async ({ id, revision }: Revised, answer: string, options?: CallOptions & { note?: string }) => {
      const { note, ...rest } = options ?? {}
      const body = { expectedRevision: revision, answer, ...(note !== undefined && { note }) }
      return (await client.call('reviseInterviewResponse', { path: { ...path, answerId: id }, body }, rest)).response
    },

    /**
     * Closes the sitting; the open question is skipped, and a Lore refresh is queued. Finishing twice changes nothing.
     */
    finish: ({ id }: { id: string }, options?: CallOptions) =>
      client.call('finishInterviewSitting', { path: { ...path, sessionId: id }, body: {} }, options),

    /** Draws a boundary in the artist's words, once, however often it is sent. */
    drawBoundary: async (
      drawn: { questionKey: string; wording: string; scope: Schemas['BoundaryScope']; requestId?: string },
      options?: CallOptions,
    ) => {
      const body = { ...drawn, requestId: drawn.requestId ?? crypto.randomUUID() }
      return (await client.call('saveInterviewBoundary', { path, body }, options)).boundary
    },

    /** Lifts a boundary. @throws ProblemError `revision_changed` */
    retractBoundary: async ({ id, revision }: Revised, options?: CallOptions) => {
      const input = { path: { ...path, boundaryId: id }, body: { revision } }
      return (await client.call('retractInterviewBoundary', input, options)).boundary
    },
  }
}

export type ArtistClient = ReturnType<typeof createArtistClient>
