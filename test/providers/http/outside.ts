import { fetchOutbound, type Network, type OutboundCall } from '#src/research/providers/http/index.ts'

/**
 * A network in which 127.0.0.2 plays the public internet and the names are given; everything else is as in production.
 */
export function createNetwork(
  names: Record<string, string[]> | ((name: string) => string[]),
): Network & { lookups: string[] } {
  const lookups: string[] = []
  return {
    lookups,
    resolve: async (name) => {
      lookups.push(name)
      const addresses = typeof names === 'function' ? names(name) : names[name]
      if (addresses === undefined) throw new Error('no such name')
      return addresses
    },
    mayReach: (address) => address === '127.0.0.2',
  }
}

/** A call with defaults for what most tests do not test. */
export const fetchFrom = (address: string, call: Partial<OutboundCall> = {}) =>
  fetchOutbound(address, { signal: new AbortController().signal, deadlineMs: 5_000, bytesMax: 100_000, ...call })
