import { sliceMs } from '#src/queue/limits.ts'
import { readList, toRecord } from '#src/text/json.ts'
import { callProvider, type ProviderFailure } from './call.ts'
import type { Endpoint } from './model.ts'

/**
 * A model that turns a text into a vector, so that texts of like meaning have vectors of like direction. One call is
 * one request, never repeated, and counts as a paid step (../budget.ts) before it is sent.
 */
export type EmbeddingModel = {
  /** The name that its vectors are kept under. */
  name: string
  /** A vector for each text, in order; all of one length, with finite numbers. */
  embed: (texts: readonly string[], signal: AbortSignal) => Promise<{ vectors: number[][] } | ProviderFailure>
}

/** Numbers of a vector at most, as the schema allows. */
const dimensionsMax = 8_192

/** Bytes of a response: some 25 for each number, for at most 32 vectors in one request. */
const bytesMax = 8_000_000

/** Any service with `POST /embeddings`. */
export const createEmbeddingModel = ({ url, name, key }: Endpoint): EmbeddingModel => ({
  name,
  embed: (texts, signal) => {
    const body = { model: name, input: texts.map((text) => text.toWellFormed()), encoding_format: 'float' }
    const call = { path: '/embeddings', key, body, signal, deadlineMs: sliceMs / 3, bytesMax }
    return callProvider(url, call, (json) => {
      const items = (readList(json, 'data') ?? []).map(toRecord)
      // The protocol numbers the vectors, and an endpoint that answers in parallel may send them in another order.
      items.sort((one, other) => Number(one.index) - Number(other.index))
      const vectors = items.map(({ embedding }) => embedding)
      return areVectors(vectors, texts.length) ? { vectors } : undefined
    })
  },
})

/** One for each text, and all of one length that can be stored. */
function areVectors(vectors: readonly unknown[], count: number): vectors is number[][] {
  const [first] = vectors
  const dimensions = Array.isArray(first) ? first.length : 0
  const isVector = (vector: unknown) =>
    Array.isArray(vector) && vector.length === dimensions && vector.every(Number.isFinite)
  return vectors.length === count && dimensions > 0 && dimensions <= dimensionsMax && vectors.every(isVector)
}
