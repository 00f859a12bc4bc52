import { installPeers } from './install-peers.ts'

/** One request, sent again and again by so many connections. */
export type Load = {
  url: string
  headers?: Record<string, string>
  connections: number
  seconds: number
}

type Outcome = { requests: { total: number }; duration: number; non2xx: number; errors: number }

/**
 * Requests answered in a second, counted by a load generator that costs less than the service does.
 * @throws when any answer was not a success: a refusal is quickly given, and fast refusals are no speed
 */
export async function requestsPerSecond({ url, headers = {}, connections, seconds }: Load): Promise<number> {
  const autocannon = installPeers({ autocannon: '9.0.0' }).require('autocannon') as (o: object) => Promise<Outcome>
  const outcome = await autocannon({ url, headers, connections, duration: seconds, timeout: 20 })
  const { non2xx, errors } = outcome
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx} answers were no success, ${errors} did not come`)
  return outcome.requests.total / outcome.duration
}
