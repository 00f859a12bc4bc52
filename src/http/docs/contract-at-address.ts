import { makeOnce } from '../cache-for.ts'
import { compressAsset, type StaticAsset } from '../static-asset.ts'

/**
 * The Host of a request is the caller's to choose: addresses beyond these get relative ones, as does a Host that is no
 * plain name or address.
 */
const addressesMax = 8
const plainHost = /^(?:[a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

/** The address of servers and guides in the source, which is that of a developer's machine, with the path after it. */
const writtenAddress = /http:\/\/127\.0\.0\.1:3000([^"\s]*)/g

/** The contract with the address that it was requested at wherever it names its service. */
export function createContractReader(type: 'json' | 'yaml', write: () => string) {
  const byOrigin = new Map<string, () => Promise<StaticAsset>>()
  return (protocol: string, host: string): Promise<StaticAsset> => {
    const requested = plainHost.test(host) ? `${protocol}://${host.toLowerCase()}` : ''
    const origin = byOrigin.has(requested) || byOrigin.size < addressesMax ? requested : ''
    const render = () => compressAsset(type, write().replaceAll(writtenAddress, moveTo))
    const moveTo = (_: string, path: string) => origin + path || '/'
    const readAsset = byOrigin.get(origin) ?? makeOnce(render)
    byOrigin.set(origin, readAsset)
    return readAsset()
  }
}
