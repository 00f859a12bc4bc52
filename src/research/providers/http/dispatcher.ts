import { isIP, type LookupFunction } from 'node:net'
import { Agent, request } from 'undici'

export { request }

/** A dispatcher that connects to these addresses and to no others, whatever the host name. For one exchange. */
export function createDispatcher(addresses: readonly string[], connectMs: number): Agent {
  const known = addresses.map((address) => ({ address, family: isIP(address) }))
  const lookUpPinned: LookupFunction = (_hostname, options, callback) => {
    const [first] = known
    if (options.all === true) callback(null, known)
    else if (first !== undefined) callback(null, first.address, first.family)
  }
  return new Agent({ connect: { lookup: lookUpPinned, timeout: connectMs }, pipelining: 0, connections: 1 })
}
