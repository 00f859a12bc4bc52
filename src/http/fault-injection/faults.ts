import { hash } from 'node:crypto'
import type { Operation } from '#src/contract/document.ts'
import { listDocumentedCodes } from '#src/contract/documented-problem-codes.ts'
import { catalogue, type ProblemCode } from '#src/contract/problems/catalogue.ts'
import { eventStreamType } from '#src/contract/sse.ts'

/** A fault that can be injected: a refusal is named by its code. */
export type Fault = {
  name: string
  /** Milliseconds until the work begins. */
  delayMs?: number
  /** Whether the work is done. */
  works: boolean
  /** The failure that is answered, after the work where it is done. */
  refusal?: ProblemCode
  /** Seconds of `Retry-After`, where the refusal has one. */
  retryAfter?: number
  /** Whether the connection is cut instead of the answer. */
  cuts?: boolean
}

const createDelay = (delayMs: number): Fault => ({ name: `slow:${delayMs}`, delayMs, works: true })

const lostRequest: Fault = { name: 'lost-request', works: false, refusal: 'overloaded', cuts: true }
const lostReply: Fault = { name: 'lost-reply', works: true, cuts: true }
/** As for a COMMIT that is not confirmed. */
const lostCommit: Fault = { name: 'lost-commit', works: true, refusal: 'persistence_unavailable' }

/** Milliseconds. */
const delay = { default: 3_000, max: 60_000 }

/**
 * The faults that the contract allows an operation. A stream's 503 comes before its first event, so it has no
 * `lost-commit`.
 */
export function listFaults(operation: Operation): Fault[] {
  const codes = listDocumentedCodes(operation)
  const streams = [...operation.responses.values()].some(({ contentType }) => contentType === eventStreamType)
  return [
    ...codes.map((code): Fault => ({ name: code, works: false, refusal: code })),
    lostRequest,
    lostReply,
    ...(codes.includes('persistence_unavailable') && !streams ? [lostCommit] : []),
    createDelay(delay.default),
  ]
}

/** The operation's fault of a name, or its first refusal of a status; undefined where it has none. */
export function findFault(name: string, faults: readonly Fault[]): Fault | undefined {
  const slow = /^slow(?::([1-9]\d{0,4}))?$/.exec(name)
  if (slow === null) return faults.find((fault) => fault.name === name || getStatus(fault)?.toString() === name)
  const ms = Number(slow[1] ?? delay.default)
  return ms <= delay.max ? createDelay(ms) : undefined
}

/** The status of a refusal. A missing configuration is not transient: it is injected only by its own name. */
const getStatus = ({ name, refusal }: Fault): number | undefined =>
  refusal === name && refusal !== 'not_configured' ? catalogue[refusal].status : undefined

/** Faults that a correct client may meet at any time; none of health, so that monitoring reports no random outages. */
export const listRandomFaults = (operation: Operation): Fault[] =>
  operation.tag === 'health'
    ? []
    : listFaults(operation).filter(
        (fault) => fault.refusal !== fault.name || [409, 429, 503].includes(getStatus(fault) ?? 0),
      )

/**
 * Draws a fault for the next request of an operation; undefined for none.
 * @param rate the share of requests that meet a fault
 * @param seed the same requests in the same order get the same faults
 */
export function createRandomDraw({ rate, seed }: { rate: number; seed: number }) {
  const next = createNumbers(seed)
  return (faults: readonly Fault[]): Fault | undefined =>
    faults.length > 0 && next() < rate ? faults[Math.floor(next() * faults.length)] : undefined
}

/** Numbers in [0, 1), the same on every machine. */
function createNumbers(seed: number): () => number {
  let count = 0
  return () => {
    count += 1
    return hash('sha256', `${seed} ${count}`, 'buffer').readUInt32BE() / 2 ** 32
  }
}
