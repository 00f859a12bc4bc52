import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { OutsideFailure } from './outcome.ts'
import { isPublicAddress } from './reach.ts'

/** How names become addresses and which of them may be called. Tests choose another one; a setting never does. */
export type Network = {
  /** All addresses of a name. @throws when it has none */
  resolve: (hostname: string) => Promise<string[]>
  mayReach: (address: string) => boolean
}

export const openInternet: Network = {
  resolve: async (hostname) => (await lookup(hostname, { all: true, order: 'verbatim' })).map(({ address }) => address),
  mayReach: isPublicAddress,
}

/**
 * The addresses that a call to this host is bound to. A name is resolved here and never again, so that no later answer of its
 * server counts; one address that may not be reached refuses the name, since nothing honest has both kinds.
 */
export async function addressesOf(
  { hostname }: URL,
  { resolve, mayReach }: Network,
  mayBePrivate: boolean,
): Promise<string[] | OutsideFailure> {
  const host = hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(host) === 0 ? await resolve(host).catch(() => []) : [host]
  if (addresses.length === 0) return { failure: 'unresolved' }
  if (!mayBePrivate && !addresses.every(mayReach)) return { failure: 'refused_address' }
  return addresses
}
