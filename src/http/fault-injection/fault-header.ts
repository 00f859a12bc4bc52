import type { Operation } from '#src/contract/document.ts'
import { createInvalidRequest } from '#src/contract/problems/problem.ts'
import { type Fault, findFaults, formatFault, listFaults } from './faults.ts'

/** The request header that asks for a fault; on the response it names the fault that was injected. */
export const faultHeader = 'x-chaos'

/** Without a fault: `none`, no random one either. `seconds`: the value of Retry-After. */
export type RequestedFault = { fault?: Fault | undefined; seconds?: number | undefined }

type Counted = { name: string; times: number; key: string; seconds: number | undefined }

/** Remembered keys; the oldest are dropped first. */
const keysMax = 10_000

/**
 * Parses `X-Chaos: NAME[;times=N;key=K][;retry-after=SECONDS]`. With `times`, the first N requests of the operation
 * under that key get the fault, so that a client can retry with the same header. Undefined when none is left or the
 * header is absent.
 * @throws Problem `invalid_request` listing the operation's faults
 */
export function createFaultHeaderReader(operation: Operation): (header: unknown) => RequestedFault | undefined {
  const faults = listFaults(operation)
  const countByKey = new Map<string, number>()
  return (header) => {
    if (header === undefined) return undefined
    if (header === 'none') return {}
    const { name, times, key, seconds } = read(header)
    const [fault] = findFaults(name, faults)
    if (fault === undefined) throw refusal(`takes ${faults.map(formatFault).join(', ')} or a status here, or none`)
    const before = countByKey.get(key) ?? 0
    if (before >= times) return {}
    if (times !== Number.POSITIVE_INFINITY) recordCount(countByKey, key, before + 1)
    return { fault, seconds }
  }
}

const refusal = (reason: string) => createInvalidRequest('header X-Chaos', reason)

function read(header: unknown): Counted {
  const [name = '', ...text] = String(header)
    .split(';')
    .map((part) => part.trim())
  const parameters = text.map((one): [string, string] => {
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
    times: times === undefined ? Number.POSITIVE_INFINITY : parseInteger('times', times, 1_000),
    key: key ?? '',
    seconds: seconds === undefined ? undefined : parseInteger('retry-after', seconds, 3_600),
  }
}

function parseInteger(name: string, text: string, max: number): number {
  const value = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN
  if (value >= 1 && value <= max) return value
  throw refusal(`needs a whole number from 1 to ${max} for ${name}`)
}

function recordCount(countByKey: Map<string, number>, key: string, count: number): void {
  countByKey.delete(key)
  countByKey.set(key, count)
  const [oldest] = countByKey.keys()
  if (countByKey.size > keysMax && oldest !== undefined) countByKey.delete(oldest)
}
