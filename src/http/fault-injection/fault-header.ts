import type { Operation } from '#src/contract/document.ts'
import { createInvalidRequest } from '#src/contract/problems/problem.ts'
import { type Fault, findFault, listFaults } from './faults.ts'

/** The request header that asks for a fault; on the response it names the fault that was injected. */
export const faultHeader = 'x-chaos'

/** Without a fault: `none`, no random one either. `seconds`: the value of Retry-After. */
type RequestedFault = { fault?: Fault; seconds?: number }

/** Remembered keys; the oldest are dropped first. */
const keysMax = 10_000

/** What may follow a fault's name, and its form. */
const parameters = new Map([
  ['times', /^[1-9]\d{0,2}$/],
  ['key', /^[\w.~-]{1,100}$/],
  ['retry-after', /^[1-9]\d{0,3}$/],
])

/**
 * Parses `X-Chaos: NAME[;times=N;key=K][;retry-after=SECONDS]`. With `times`, the first N requests of the operation
 * under that key get the fault, so that a client can retry with the same header. Undefined without the header.
 * @throws Problem `invalid_request` listing the operation's faults, or the form of a parameter
 */
export function createFaultHeaderReader(operation: Operation): (header: unknown) => RequestedFault | undefined {
  const faults = listFaults(operation)
  const countByKey = new Map<string, number>()
  return (header) => {
    if (header === undefined) return undefined
    if (header === 'none') return {}
    const [name = '', ...texts] = String(header)
      .split(';')
      .map((part) => part.trim())
    const fault = findFault(name, faults)
    if (fault === undefined) throw refuse(`takes ${faults.map((one) => one.name).join(', ')} or a status here, or none`)
    const { times, key, 'retry-after': seconds } = readParameters(texts)
    if (key !== undefined) {
      const count = (countByKey.get(key) ?? 0) + 1
      if (count > Number(times)) return {}
      const [oldest] = countByKey.size >= keysMax ? countByKey.keys() : []
      if (oldest !== undefined) countByKey.delete(oldest)
      countByKey.set(key, count)
    }
    return { fault, ...(seconds !== undefined && { seconds: Number(seconds) }) }
  }
}

function readParameters(texts: readonly string[]): { [name: string]: string | undefined } {
  const read: { [name: string]: string | undefined } = {}
  for (const text of texts) {
    const [name = '', value = ''] = text.split('=', 2)
    if (!parameters.get(name)?.test(value))
      throw refuse('knows times=1 to 999, key=100 letters, digits, dots and dashes at most, and retry-after=SECONDS')
    read[name] = value
  }
  if ((read.times === undefined) !== (read.key === undefined)) throw refuse('needs times=N and key=K together')
  return read
}

const refuse = (reason: string) => createInvalidRequest('header X-Chaos', reason)
