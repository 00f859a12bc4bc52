import type { Operation } from '#src/contract/document.ts'
import { createInvalidRequest } from '#src/contract/problems/problem.ts'
import { type Fault, findFault, listFaults } from './faults.ts'

/** The request header that asks for a fault; on the response it names the fault that was injected. */
export const faultHeader = 'x-chaos'

/** Remembered keys; the oldest are dropped first. */
const keysMax = 10_000

const form =
  /^(?<name>[\w:-]+)(?:\s*;\s*times=(?<times>[1-9]\d{0,2})\s*;\s*key=(?<key>[\w.~-]{1,100}))?(?:\s*;\s*retry-after=(?<seconds>[1-9]\d{0,3}))?$/

/**
 * Parses `X-Chaos: NAME[;times=N;key=K][;retry-after=SECONDS]`. With `times`, the first N requests of the operation
 * under that key get the fault, so that a client can retry with the same header. Undefined without the header, `none`
 * for no random fault either.
 * @throws Problem `invalid_request` listing the operation's faults
 */
export function createFaultHeaderReader(operation: Operation): (header: unknown) => Fault | 'none' | undefined {
  const faults = listFaults(operation)
  const countByKey = new Map<string, number>()
  return (header) => {
    if (header === undefined || header === 'none') return header
    const { name = '', times, key, seconds } = form.exec(String(header))?.groups ?? {}
    const found = findFault(name, faults)
    if (found === undefined) {
      const names = faults.map((one) => one.name).join(', ')
      throw createInvalidRequest(
        'header X-Chaos',
        `takes ${names} or a status here, then ;times=N;key=K, then ;retry-after=SECONDS, or none alone`,
      )
    }
    const fault = seconds === undefined ? found : { ...found, retryAfter: Number(seconds) }
    if (key === undefined) return fault
    const count = (countByKey.get(key) ?? 0) + 1
    if (count > Number(times)) return 'none'
    const [oldest] = countByKey.size >= keysMax ? countByKey.keys() : []
    if (oldest !== undefined) countByKey.delete(oldest)
    countByKey.set(key, count)
    return fault
  }
}
