import { lookup, Resolver } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from '#src/text/url/public-address.ts'
import type { OutboundFailure } from './outcome.ts'

/** How names become addresses and which of them may be called. Tests replace it; a setting never does. */
export type Network = {
  /**
   * All addresses of a name; none, or a failure, when it has none. `isOwn`: the operator has set it. Ends with the
   * signal.
   */
  resolve: (hostname: string, options: { isOwn: boolean; signal: AbortSignal }) => Promise<string[]>
  mayReach: (address: string) => boolean
}

/** Milliseconds for the first query to a name server, and the number of tries. */
const resolverOptions = { timeout: 2_000, tries: 2 }

/**
 * Resolves names by querying the name servers directly. The system's resolver has two threads for the whole process,
 * and a name server that never responds would occupy one for ten seconds and more: new connections to the database
 * would wait for it.
 * @param servers other than the machine's, for tests
 */
export const createInternetNetwork = (servers?: readonly string[]): Network => ({
  resolve: async (hostname, { isOwn, signal }) => {
    // The operator's own name may be in the hosts file alone, and the machine's is in no name server (RFC 6761).
    if (isOwn || hostname === 'localhost') {
      return (await lookup(hostname, { all: true, order: 'verbatim' })).map(({ address }) => address)
    }
    const resolver = new Resolver(resolverOptions)
    if (servers !== undefined) resolver.setServers(servers)
    signal.addEventListener('abort', () => resolver.cancel(), { once: true })
    const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    return found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  },
  mayReach: isPublicAddress,
})

export const openInternet = createInternetNetwork()

/**
 * The addresses that a call to this host is bound to. A name is resolved here and never again, so that no later answer
 * of its server counts; one address that may not be reached refuses the name, since nothing honest has both kinds.
 */
export async function resolveAddresses(
  { hostname }: URL,
  { resolve, mayReach }: Network,
  mayBePrivate: boolean,
  signal: AbortSignal,
): Promise<string[] | OutboundFailure> {
  const host = hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(host) === 0 ? await resolve(host, { isOwn: mayBePrivate, signal }).catch(() => []) : [host]
  if (addresses.length === 0) return { failure: 'unresolved' }
  if (!mayBePrivate && !addresses.every(mayReach)) return { failure: 'refused_address' }
  return addresses
}

/** The lookup of a connection that tries several addresses: these and no others, whatever the host name. */
export function createPinnedLookup(addresses: readonly string[]): LookupFunction {
  const known = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_hostname, _options, callback) => callback(null, known)
}
