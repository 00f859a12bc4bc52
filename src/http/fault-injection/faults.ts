import type { Operation } from '#src/contract/document.ts'
import { listDocumentedCodes } from '#src/contract/documented-problem-codes.ts'
import { catalogue, type ProblemCode } from '#src/contract/problems/catalogue.ts'
import { eventStreamType } from '#src/contract/sse.ts'

/**
 * Faults that can be injected:
 * - `refusal`: a documented failure instead of the work;
 * - `lost-request`: the connection is cut before the work;
 * - `lost-reply`: the work is done and the connection cut instead of the response;
 * - `lost-commit`: the work is done and the response is 503 `persistence_unavailable`, as for an unconfirmed COMMIT;
 * - `slow`: the work begins later.
 */
export type Fault =
  | { kind: 'refusal'; code: ProblemCode }
  | { kind: 'lost-request' | 'lost-reply' | 'lost-commit' }
  | { kind: 'slow'; ms: number }

/** Milliseconds. */
const slowMs = { default: 3_000, max: 60_000 }

/** A fault's name: a code or kind. */
export const formatFault = (fault: Fault): string =>
  fault.kind === 'refusal' ? fault.code : fault.kind === 'slow' ? `slow:${fault.ms}` : fault.kind

/**
 * The faults that the contract allows an operation. A stream's 503 comes before its first event, so it has no
 * `lost-commit`.
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
    { kind: 'slow', ms: slowMs.default },
  ]
}

/** A missing configuration is not transient: it is injected only by its own name. */
const isPassing = (code: ProblemCode) => code !== 'not_configured'

/** The operation's faults of a name; empty where it has none. */
export function findFaults(name: string, faults: readonly Fault[]): Fault[] {
  const [, ms] = /^slow:([1-9]\d{0,5})$/.exec(name) ?? []
  if (ms !== undefined) return Number(ms) <= slowMs.max ? [{ kind: 'slow', ms: Number(ms) }] : []
  return faults.filter((fault) => {
    if (fault.kind !== 'refusal') return fault.kind === name
    return fault.code === name || (String(catalogue[fault.code].status) === name && isPassing(fault.code))
  })
}

/** Faults that a correct client may meet at any time; none of health, so that monitoring reports no random outages. */
export const listRandomFaults = (operation: Operation): Fault[] =>
  operation.tag === 'health' ? [] : listFaults(operation).filter(isPlausible)

const isPlausible = (fault: Fault): boolean =>
  fault.kind !== 'refusal' || ([409, 429, 503].includes(catalogue[fault.code].status) && isPassing(fault.code))
