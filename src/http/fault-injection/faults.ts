import type { Operation } from '#src/contract/document.ts'
import { listDocumentedCodes } from '#src/contract/documented-problem-codes.ts'
import { catalogue, type ProblemCode } from '#src/contract/problems/catalogue.ts'
import { eventStreamType } from '#src/contract/sse.ts'

/**
 * What can befall a request besides being served:
 * - `refusal`: a documented failure instead of the work;
 * - `lost-request`: the connection is cut before the work;
 * - `lost-reply`: the work is done, and the connection is cut instead of the answer;
 * - `lost-commit`: the work is done, and the answer is 503 `persistence_unavailable`, as when a COMMIT is not
 * confirmed;
 * - `slow`: the work begins later.
 */
export type Fault =
  | { kind: 'refusal'; code: ProblemCode }
  | { kind: 'lost-request' | 'lost-reply' | 'lost-commit' }
  | { kind: 'slow'; ms: number }

/** Milliseconds. */
export const slowMs = { usual: 3_000, max: 60_000 }

/** A fault as people name it: a status, a code, or its kind. */
export const formatFault = (fault: Fault): string =>
  fault.kind === 'refusal' ? fault.code : fault.kind === 'slow' ? `slow:${fault.ms}` : fault.kind

/**
 * What the contract lets befall an operation. The 503 of a stream comes before its first event, when nothing is done
 * yet.
 */
export function listFaults(operation: Operation): Fault[] {
  const refusals = listDocumentedCodes(operation).map((code) => ({ kind: 'refusal', code }) as const)
  const mayStorageFail = refusals.some(({ code }) => code === 'persistence_unavailable')
  const streams = [...operation.responses.values()].some(({ contentType }) => contentType === eventStreamType)
  return [
    ...refusals,
    { kind: 'lost-request' },
    { kind: 'lost-reply' },
    ...(mayStorageFail && !streams ? [{ kind: 'lost-commit' } as const] : []),
    { kind: 'slow', ms: slowMs.usual },
  ]
}

/** What a deployment lacks does not come and go: it is met by its own name alone. */
const isPassing = (code: ProblemCode) => code !== 'not_configured'

/** Of what may befall it, what is meant by a name: none where the operation has nothing of the kind. */
export function findFaults(name: string, faults: readonly Fault[]): Fault[] {
  const [, ms] = /^slow:([1-9]\d{0,5})$/.exec(name) ?? []
  if (ms !== undefined) return Number(ms) <= slowMs.max ? [{ kind: 'slow', ms: Number(ms) }] : []
  return faults.filter((fault) => {
    if (fault.kind !== 'refusal') return fault.kind === name
    return fault.code === name || (String(catalogue[fault.code].status) === name && isPassing(fault.code))
  })
}

/** What may befall anybody at any time: what a client has to be ready for although it has done everything right. */
export const isPlausible = (fault: Fault): boolean =>
  fault.kind !== 'refusal' || ([409, 429, 503].includes(catalogue[fault.code].status) && isPassing(fault.code))
