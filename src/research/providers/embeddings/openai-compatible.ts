import { sliceMs } from '#src/queue/limits.ts'
import { createSdkFetch } from '../sdk-fetch.ts'
import type { EmbeddingModel } from './index.ts'

type Endpoint = {
  /** The base URL, to which `/embeddings` is appended. */
  url: string
  name: string
  /** Sent as a bearer key; a model on one's own machine needs none. */
  key: string | undefined
}

/** A slice begins no further request in its last two thirds, so the last one ends in time. */
const deadlineOfSliceMs = sliceMs / 3

/** Bytes of a response: some 25 for each number, for at most 32 vectors of 8,192 numbers in one request. */
const bytesMax = 8_000_000

/** Numbers of a vector at most, as the schema allows. */
const dimensionsMax = 8_192

/**
 * Any service with the protocol of `POST /embeddings`. The SDK writes and reads the messages. Its `embedMany` splits
 * and repeats requests, which the caller does already, and loads 30 MB more. So the model's own method is called.
 */
export function createEmbeddingModel({ url, name, key }: Endpoint): EmbeddingModel {
  // Loaded with the model, at the start of a service that has one: loading holds the event loop for longer than any
  // request may. A failure is that of the requests.
  const loading = import('@ai-sdk/openai-compatible')
  loading.catch(() => {})
  return {
    name,
    embed: async ({ texts, model = name, deadlineMs = deadlineOfSliceMs }, signal) => {
      const { send, toFailure } = createSdkFetch({ url, key, signal, deadlineMs, bytesMax })
      const { createOpenAICompatible } = await loading
      const provider = createOpenAICompatible({ name: 'embeddings', baseURL: url, fetch: sortVectors(send) })
      try {
        const { embeddings } = await provider
          .embeddingModel(model)
          .doEmbed({ values: texts.map((text) => text.toWellFormed()), abortSignal: signal })
        return areVectors(embeddings, texts.length) ? { vectors: embeddings } : { failed: 'unreadable' }
      } catch {
        return toFailure()
      }
    },
  }
}

/**
 * The SDK takes the vectors in the order of the answer. The protocol numbers them by `index`, and an endpoint that
 * answers in parallel may send them in another order.
 */
const sortVectors =
  (send: typeof fetch): typeof fetch =>
  async (...request) => {
    const response = await send(...request)
    const answer = (await response.json()) as { data?: unknown } | null
    const data = answer?.data
    return Response.json(
      Array.isArray(data) && data.every(isNumbered) ? { ...answer, data: sortByIndex(data) } : answer,
    )
  }

type Numbered = { index: number }

const isNumbered = (item: unknown): item is Numbered =>
  typeof item === 'object' && item !== null && 'index' in item && Number.isInteger(item.index)

const sortByIndex = (data: readonly Numbered[]) => data.toSorted((one, other) => one.index - other.index)

/** One for each text, and all of one length that can be stored. The SDK has checked that they are numbers. */
function areVectors(vectors: readonly number[][], count: number): boolean {
  const dimensions = vectors[0]?.length ?? 0
  return (
    vectors.length === count &&
    dimensions > 0 &&
    dimensions <= dimensionsMax &&
    vectors.every((vector) => vector.length === dimensions)
  )
}
