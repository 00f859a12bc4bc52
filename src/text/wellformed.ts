import { isRecord } from './json.ts'

/** U+0000 cannot stand in a PostgreSQL text or jsonb value; half a surrogate pair cannot be written as UTF-8. */
export type Flaw = 'nul' | 'lone_surrogate'

/**
 * Where a JSON value is flawed. A flawed property name is reported at the object that has it: it could not be printed.
 */
export type FlawAt = { path: (string | number)[]; flaw: Flaw }

type Place = { value: unknown; key: string | number; parent: Place | undefined }

/**
 * The first flawed string of a JSON value in document order (an object's names before its values); undefined when all
 * of it can be stored and sent back exactly. The walk keeps its own stack, because a small body may nest deeper than
 * the engine's.
 */
export function findFirstFlaw(value: unknown): FlawAt | undefined {
  const waiting: Place[] = [{ value, key: '', parent: undefined }]
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const { value: here } = place
    const texts = typeof here === 'string' ? [here] : isRecord(here) ? Object.keys(here) : []
    const flaw = texts.map(findFlaw).find((one) => one !== undefined)
    if (flaw !== undefined) return { path: formatPath(place), flaw }
    const children = Array.isArray(here) ? [...here.entries()] : isRecord(here) ? Object.entries(here) : []
    // One by one: spreading a long array into push() would need as many arguments as the array has items.
    for (const [key, child] of children.reverse()) waiting.push({ value: child, key, parent: place })
  }
  return undefined
}

/** The flaw of one string, undefined when it has none. */
export function findFlaw(text: string): Flaw | undefined {
  if (text.includes('\u0000')) return 'nul'
  return text.isWellFormed() ? undefined : 'lone_surrogate'
}

function formatPath(current: Place): (string | number)[] {
  const path: (string | number)[] = []
  for (let step = current; step.parent !== undefined; step = step.parent) path.push(step.key)
  return path.reverse()
}
