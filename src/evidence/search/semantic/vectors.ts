/*
 * What of a text gets a vector: windows that overlap by half, so that what is said across the end of one stands whole
 * in the next. They follow from the length of the text alone, so only their number is kept.
 */
import type { Span } from '#src/text/windows.ts'
import type { SourceWindow } from '../../references/windows.ts'

/** UTF-16 code units: three or four sentences, about what a small model takes in at once. */
export const windowChars = 400
const windowStepChars = 200

/** Windows whose vectors are asked for in one request and kept in one row. */
export const windowsPerBatch = 32

/** A window that is near a query, in the revision of its text. */
export type SimilarWindow = SourceWindow & { cosine: number }

export const countWindows = (totalChars: number): number =>
  Math.max(1, Math.ceil((totalChars - windowStepChars) / windowStepChars))

export const getWindow = (number: number, totalChars: number): Span => {
  const start = number * windowStepChars
  return { start, end: Math.min(start + windowChars, totalChars) }
}

/** The windows of a batch of a text. */
export function splitBatch(batch: number, totalChars: number): Span[] {
  const first = batch * windowsPerBatch
  const count = Math.min(windowsPerBatch, countWindows(totalChars) - first)
  return Array.from({ length: count }, (_, at) => getWindow(first + at, totalChars))
}

/** The largest number of a signed byte. */
const byteMax = 127

/**
 * A vector as signed bytes, scaled so that its largest number is 127: a quarter of the space, for a cosine that is off
 * by less than 0.01.
 */
function quantize(vector: readonly number[]): Int8Array {
  const most = vector.reduce((max, number) => Math.max(max, Math.abs(number)), 0)
  return Int8Array.from(vector, (number) => (most === 0 ? 0 : Math.round((byteMax * number) / most)))
}

/** Vectors of one length, one after the other, as they are stored. */
export const packVectors = (vectors: readonly (readonly number[])[]): Buffer =>
  Buffer.concat(vectors.map((vector) => Buffer.from(quantize(vector).buffer)))

/** The vector of a query with the length 1. */
export function normalize(vector: readonly number[]): Float32Array {
  const length = Math.hypot(...vector)
  return Float32Array.from(vector, (number) => (length === 0 ? 0 : number / length))
}

/** The cosine of a normalized query and the vector that begins at an offset; 0 for one of zeros. */
export function computeCosine(query: Float32Array, vectors: Int8Array, offset: number): number {
  let dot = 0
  let square = 0
  for (let at = 0; at < query.length; at += 1) {
    const number = vectors[offset + at] as number
    dot += number * (query[at] as number)
    square += number * number
  }
  return square === 0 ? 0 : dot / Math.sqrt(square)
}
