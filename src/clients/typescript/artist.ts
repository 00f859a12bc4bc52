import type { CallOptions, Client } from './client.ts'
import { createInterviewClient } from './interview.ts'
import { readMemory } from './memory.ts'
import { offerQuestion, type QuestionOffer } from './offer.ts'
import { takeTurn } from './onboarding.ts'
import type { Schemas } from './operation-types.ts'
import { type Reference, relocate } from './relocate.ts'
import { type AdvanceOptions, advanceUntilIdle } from './research.ts'

/** Everything above the bare operations, for one artist. */
export function createArtistClient(client: Client, artistId: string) {
  return {
    ...createInterviewClient(client, artistId),
    readMemory: (sitting: number, options?: CallOptions) => readMemory(client, artistId, sitting, options),
    offer: (offer: QuestionOffer, options?: CallOptions) => offerQuestion(client, artistId, offer, options),
    relocate: (stale: Reference, options?: CallOptions) => relocate(client, artistId, stale, options),
    advanceUntilIdle: (options?: AdvanceOptions) => advanceUntilIdle(client, artistId, options),
    takeTurn: (turn: Schemas['OnboardingTurn'], options?: CallOptions) => takeTurn(client, artistId, turn, options),
  }
}

export type ArtistClient = ReturnType<typeof createArtistClient>
