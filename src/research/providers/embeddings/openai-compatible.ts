import { sliceMs } from '#src/queue/limits.ts'
import { fetchJson } from '../http/index.ts'
import { type JsonRecord, readList, toRecord } from '../json.ts'
import { toProviderFailure } from '../provider-error.ts'
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

/** Any service with `POST /embeddings`. */
export const createEmbeddingModel = ({ url, name, key }: Endpoint): EmbeddingModel => ({
  name,
  embed: async ({ texts, deadlineMs = deadlineOfSliceMs }, signal) => {
    const body = { model: name, input: texts.map((text) => text.toWellFormed()), encoding_format: 'float' }
    const answer = await fetchJson(url, { path: '/embeddings', key, body, signal, deadlineMs, bytesMax })
    if ('failure' in answer) return toProviderFailure(answer)
    const vectors = sortByIndex((readList(answer.json, 'data') ?? []).map(toRecord)).map(({ embedding }) => embedding)
    return areVectors(vectors, texts.length) ? { vectors } : { failed: 'unreadable' }
  },
})

/** The protocol numbers the vectors, and an endpoint that answers in parallel may send them in another order. */
const sortByIndex = (items: readonly JsonRecord[]) =>
  items.every(({ index }) => Number.isInteger(index))
    ? items.toSorted((one, other) => Number(one.index) - Number(other.index))
    : items

/** One for each text, and all of one length that can be stored. */
function areVectors(vectors: readonly unknown[], count: number): vectors is number[][] {
  const [first] = vectors
  const dimensions = Array.isArray(first) ? first.length : 0
  const isVector = (vector: unknown) =>
    Array.isArray(vector) && vector.length === dimensions && vector.every(Number.isFinite)
  return vectors.length === count && dimensions > 0 && dimensions <= dimensionsMax && vectors.every(isVector)
}
