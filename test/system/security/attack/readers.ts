import { setTimeout as after } from 'node:timers/promises'
import { Agent, request } from 'undici'

/** Milliseconds between two reads: forty a second, each over a connection of its own. */
const readEveryMs = 25
/** The timeout of a client. */
const patienceMs = 30_000

export type Reads = { durationsMs: number[]; failures: Record<string, number> }

/** The readers: claimants of one artist, alternately, as of several open interviews. */
export type Readers = { base: string; artistId: string; bearers: readonly string[] }

/**
 * Reads of the interview, at fixed times, whether or not the reads before have ended; any other status than 200 is a
 * failure.
 */
export async function readBeside({ base, artistId, bearers }: Readers, windowMs: number): Promise<Reads> {
  const dispatcher = new Agent({
    headersTimeout: patienceMs,
    bodyTimeout: patienceMs,
    connect: { timeout: patienceMs },
  })
  const reads: Reads = { durationsMs: [], failures: {} }
  const until = performance.now() + windowMs
  const pending: Promise<void>[] = []
  for (let at = performance.now(); at < until; at += readEveryMs) {
    await after(Math.max(0, at - performance.now()))
    pending.push(readOnce(at, bearers[pending.length % bearers.length] ?? ''))
  }
  await Promise.all(pending)
  await dispatcher.close()
  return reads

  async function readOnce(due: number, bearer: string): Promise<void> {
    const answer = await request(`${base}/api/artist/${artistId}/interview/session`, {
      dispatcher,
      headers: { authorization: bearer },
      reset: true,
    })
      .then(async ({ statusCode, body }) => {
        await body.dump()
        return String(statusCode)
      })
      .catch(({ message }: Error) => message)
    reads.durationsMs.push(performance.now() - due)
    if (answer !== '200') reads.failures[answer] = (reads.failures[answer] ?? 0) + 1
  }
}
