import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { installPeers } from './install-peers.ts'

/** One request, repeated over so many connections. */
export type Load = {
  url: string
  headers?: Record<string, string>
  connections: number
  seconds: number
}

/** Responses per second. @throws when any response was not a success */
type Generator = { name: string; measure: (load: Load) => Promise<number> }

const run = promisify(execFile)
let chosen: Promise<Generator> | undefined

/**
 * Responses per second.
 * @throws when any response was not a success: fast refusals are no speed
 */
export async function requestsPerSecond(load: Load): Promise<number> {
  return await (await generator()).measure(load)
}

/**
 * The load generator: wrk where it is installed, which takes little of the cores that it shares with the measured
 * service.
 */
export function generator(): Promise<Generator> {
  chosen ??= run('wrk', ['-v']).then(
    () => wrk,
    // It prints its version and fails.
    ({ code }) => (code === 'ENOENT' ? autocannon : wrk),
  )
  return chosen
}

const wrk: Generator = {
  name: 'wrk',
  measure: async ({ url, headers = {}, connections, seconds }) => {
    const sent = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
    const duration = `${Math.max(1, Math.round(seconds))}s`
    const { stdout } = await run('wrk', ['-t1', `-c${connections}`, `-d${duration}`, '--timeout', '20s', ...sent, url])
    const rate = Number(/Requests\/sec: +([\d.]+)/.exec(stdout)?.[1])
    if (/Non-2xx|Socket errors/.test(stdout) || !(rate > 0)) throw new Error(`${url}: ${stdout}`)
    return rate
  },
}

type Outcome = { requests: { total: number }; duration: number; non2xx: number; errors: number }

const autocannon: Generator = {
  name: 'autocannon',
  measure: async ({ url, headers = {}, connections, seconds }) => {
    const fire = installPeers({ autocannon: '9.0.0' }).require('autocannon') as (o: object) => Promise<Outcome>
    const { requests, duration, non2xx, errors } = await fire({
      ...{ url, headers, connections },
      ...{ duration: seconds, timeout: 20 },
    })
    if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx} answers were no success, ${errors} did not come`)
    return requests.total / duration
  },
}
