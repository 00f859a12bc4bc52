import { lookup, Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isPublicAddress } from '#src/text/url/public-address.ts'
import type { OutboundFailure } from './outcome.ts'

/** How names become addresses and which of them may be called. Tests choose another one; a setting never does. */
export type Network = {
  /**
   * All addresses of a name; none, or a failure, when it has none. `isOwn`: the operator has set it. Given up with the
   * signal.
   */
  resolve: (hostname: string, asked: { isOwn: boolean; signal: AbortSignal }) => Promise<string[]>
  mayReach: (address: string) => boolean
}

/** Milliseconds for one question to a name server, the first time, and how often it is asked. */
const patience = { timeout: 2_000, tries: 2 }

/**
 * Names as the name servers have them. They are not asked by way of the system: that has two threads for the whole
 * process, and a name whose server never answers would occupy one for ten seconds and more, also where its call is long
 * over. New connections to the database would wait for it.
 * @param servers other than the machine's, for tests
 */
export const createInternetNetwork = (servers?: readonly string[]): Network => ({
  resolve: async (hostname, { isOwn, signal }) => {
    // The machine's own name is in no name server (RFC 6761), and no reason to wait.
    if (isOwn || hostname === 'localhost') return await ownAddresses(hostname)
    const resolver = new Resolver(patience)
    if (servers !== undefined) resolver.setServers(servers)
    const cancel = () => resolver.cancel()
    signal.addEventListener('abort', cancel, { once: true })
    const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    signal.removeEventListener('abort', cancel)
    return found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  },
  mayReach: isPublicAddress,
})

export const openInternet = createInternetNetwork()

/** Of the operator's own name, which may stand in a file of the machine alone. */
const ownAddresses = async (hostname: string) =>
  (await lookup(hostname, { all: true, order: 'verbatim' })).map(({ address }) => address)

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
