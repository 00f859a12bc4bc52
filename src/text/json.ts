/*
 * Guards of external JSON: a field may be missing or of another type. What is not plainly what was expected counts as
 * missing, and the caller decides what that means.
 */

/** The value of a JSON text; undefined where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export type JsonRecord = Readonly<Record<string, unknown>>

export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An object, or an empty one in the place of anything else. */
export const toRecord = (value: unknown): JsonRecord => (isRecord(value) ? value : {})

/** A text that is not empty. */
export const toText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/** The list under a name. */
export function readList(value: unknown, name: string): unknown[] | undefined {
  const found = toRecord(value)[name]
  return Array.isArray(found) ? found : undefined
}
