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
