/*
 * What of a text gets a vector: windows that overlap by half, so that what is said across the end of one stands whole
 * in the next. They follow from the length of the text alone, so only their number is kept.
 */

/** UTF-16 code units: three or four sentences, about what a small model takes in at once. */
export const windowChars = 400
export const windowStepChars = 200

/** Windows whose vectors are asked for in one request and kept in one row. */
export const windowsPerBatch = 32

/** A window of a text: UTF-16 code units, [start, end). */
export type VectorWindow = { start: number; end: number }

export const countWindows = (totalChars: number): number =>
  Math.max(1, Math.ceil((totalChars - windowStepChars) / windowStepChars))

export const getWindow = (number: number, totalChars: number): VectorWindow => {
  const start = number * windowStepChars
  return { start, end: Math.min(start + windowChars, totalChars) }
}

/** The windows of a batch of a text. */
export function splitBatch(batch: number, totalChars: number): VectorWindow[] {
  const first = batch * windowsPerBatch
  const count = Math.min(windowsPerBatch, countWindows(totalChars) - first)
  return Array.from({ length: Math.max(0, count) }, (_, at) => getWindow(first + at, totalChars))
}
