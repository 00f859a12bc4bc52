import { openHttpClient } from './load/http-client.ts'
import { runLoop } from './loop.ts'
import type { Measurement } from './statistics.ts'

/** Concurrent callers that repeat `work`; the value is the median duration. */
export async function timeCalls(
  callers: number,
  seconds: number,
  work: (call: number, caller: number) => Promise<unknown>,
): Promise<readonly Measurement[]> {
  let calls = 0
  const { p50Ms = Number.NaN, p99Ms = Number.NaN } = await runLoop(callers, seconds, (caller) => work(calls++, caller))
  return [{ value: p50Ms, p50Ms, p99Ms }]
}

/** GET over connections that are kept, one a caller; each answer is a success. */
export function openGets(base: string, { authorization }: { authorization: string }, callers: number) {
  const clients = Array.from({ length: callers }, () => openHttpClient(base, authorization))
  return async (path: string, caller = 0): Promise<void> => {
    const { status, body } = (await clients[caller]?.send('GET', path)) ?? { status: 0, body: '' }
    if (status !== 200) throw new Error(`${path} was answered ${status} ${body}`)
  }
}
