import type { Operation } from '#src/contract/document.ts'
import { invalid } from '#src/contract/problems/problem.ts'
import { type Fault, findFaults, formatFault, listFaults } from './faults.ts'

/** The header with which a request asks for what shall befall it, and in which its answer tells what did. */
export const faultHeader = 'x-chaos'

/** `none`: this request is spared. `seconds`: what Retry-After shall say. */
export type RequestedFault = 'none' | { fault: Fault; seconds: number | undefined }

type Counted = { name: string; times: number; key: string; seconds: number | undefined }

/** Keys remembered at most; the oldest go first. */
const keysMax = 10_000

/**
 * Reads the header `X-Chaos: NAME[;times=N;key=K][;retry-after=SECONDS]`. With `times`, the first N requests of the
 * operation under that key meet the fault and the others none: a client that tries again sends the same header again.
 * Undefined once they are over and where nothing is asked for.
 * @throws Problem `invalid_request` naming what the operation can be asked for
 */
export function createFaultHeaderReader(operation: Operation): (header: unknown) => RequestedFault | undefined {
  const faults = listFaults(operation)
  const met = new Map<string, number>()
  return (header) => {
    if (header === undefined) return undefined
    if (header === 'none') return 'none'
    const { name, times, key, seconds } = read(header)
    const [fault] = findFaults(name, faults)
    if (fault === undefined) throw refusal(`takes ${faults.map(formatFault).join(', ')} or a status here, or none`)
    const before = met.get(key) ?? 0
    if (before >= times) return 'none'
    if (times !== Number.POSITIVE_INFINITY) remember(met, key, before + 1)
    return { fault, seconds }
  }
}

const refusal = (reason: string) => invalid('header X-Chaos', reason)

function read(header: unknown): Counted {
  const [name = '', ...given] = String(header)
    .split(';')
    .map((part) => part.trim())
  const parameters = given.map((one): [string, string] => {
    const [parameter = '', value = ''] = one.split('=', 2)
    return [parameter, value]
  })
  const { times, key, 'retry-after': seconds, ...others } = Object.fromEntries(parameters)
  const [other] = Object.keys(others)
  if (other !== undefined) throw refusal(`has ${other}; it knows times, key and retry-after`)
  if (times === undefined ? key !== undefined : !/^[\w.~-]{1,100}$/.test(key ?? '')) {
    throw refusal('needs times=N and key=K together; a key is 100 letters, digits, dots and dashes at most')
  }
  return {
    name,
    times: times === undefined ? Number.POSITIVE_INFINITY : whole('times', times, 1_000),
    key: key ?? '',
    seconds: seconds === undefined ? undefined : whole('retry-after', seconds, 3_600),
  }
}

function whole(name: string, given: string, max: number): number {
  const value = /^\d{1,4}$/.test(given) ? Number(given) : Number.NaN
  if (value >= 1 && value <= max) return value
  throw refusal(`needs a whole number from 1 to ${max} for ${name}`)
}

function remember(met: Map<string, number>, key: string, count: number): void {
  met.delete(key)
  met.set(key, count)
  const [oldest] = met.keys()
  if (met.size > keysMax && oldest !== undefined) met.delete(oldest)
}
