export { type ArtistClient, createArtistClient } from './artist.ts'
export {
  type CallOptions,
  type Client,
  type ClientOptions,
  type Credentials,
  createClient,
  type Token,
} from './client.ts'
export type { components, operations, paths } from './contract.ts'
export { isProblemError, ProblemError, UnexpectedResponseError, UnknownOutcomeError } from './errors.ts'
export type { CompleteMemoryEntry, Memory } from './memory.ts'
export type { PreparedQuestion, QuestionOffer, Reference } from './offer.ts'
export type { TurnEvent } from './onboarding.ts'
export type { ErrorCode, Input, OperationId, Output, Schemas } from './operation-types.ts'
export { shapes } from './operations.gen.ts'
export { type Item, listAll, type PagedId, readPages } from './pages.ts'
export type { AdvanceOptions, Progress } from './research.ts'
export type { RetryPolicy } from './retry.ts'
