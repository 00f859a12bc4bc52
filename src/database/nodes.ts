import type pg from 'pg'

/** Milliseconds for which a node that took no connection is offered none. */
const restMs = 5_000

/**
 * A client that connects to the next of several addresses of one database, whatever address it is given: any node of a
 * cluster takes any statement of an artist. An address that does not answer is left out for a while, and taken all the
 * same where none answers.
 */
export function spreadOver(Client: typeof pg.Client, urls: readonly string[]): typeof pg.Client {
  const restsUntil = new Map<string, number>()
  let connections = 0
  function nextUrl(): string {
    const awake = urls.filter((url) => (restsUntil.get(url) ?? 0) <= performance.now())
    const among = awake.length > 0 ? awake : urls
    connections += 1
    return among[connections % among.length] as string
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
        if (!isConnected) restsUntil.set(url, performance.now() + restMs)
      })
    }
  }
}
