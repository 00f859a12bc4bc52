import type pg from 'pg'

/** Milliseconds for which no connection is tried to a node that refused one. */
const retryAfterMs = 5_000

/**
 * A client class whose connections go round-robin to several addresses of one database, whatever address the pool
 * gives: any node of a cluster takes any statement of an artist. An address that refused a connection is left out for a
 * while, unless all did.
 */
export function balanceOver(Client: typeof pg.Client, urls: readonly string[]): typeof pg.Client {
  const unavailableUntil = new Map<string, number>()
  let connections = 0
  function nextUrl(): string {
    const available = urls.filter((url) => (unavailableUntil.get(url) ?? 0) <= performance.now())
    const candidates = available.length > 0 ? available : urls
    connections += 1
    return candidates[connections % candidates.length] as string
  }
  return class extends Client {
    constructor(config?: string | pg.ClientConfig) {
      const url = nextUrl()
      super({ ...(typeof config === 'object' && config), connectionString: url })
      let isConnected = false
      this.once('connect', () => {
        isConnected = true
      })
      this.once('end', () => {
        if (!isConnected) unavailableUntil.set(url, performance.now() + retryAfterMs)
      })
    }
  }
}
