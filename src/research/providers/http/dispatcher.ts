import { isIP, type LookupFunction } from 'node:net'
import { Agent, fetch } from 'undici'

export { fetch }

/** Bytes of a response's headers: some sites send 20 kB of policies, and browsers take 256 kB. */
const headersMax = 65_536

/** A dispatcher that connects to these addresses and to no others, whatever the host name. For one exchange. */
export function createDispatcher(addresses: readonly string[], connectMs: number): Agent {
  const known = addresses.map((address) => ({ address, family: isIP(address) }))
  const lookUpPinned: LookupFunction = (_hostname, options, callback) => {
    const [first] = known
    if (options.all === true) callback(null, known)
    else if (first !== undefined) callback(null, first.address, first.family)
  }
  return new Agent({
    connect: { lookup: lookUpPinned, timeout: connectMs },
    maxHeaderSize: headersMax,
    pipelining: 0,
    connections: 1,
  })
}
