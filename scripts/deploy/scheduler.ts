/*
 * Calls the scheduler's operation once a minute, for a deployment without another scheduler (compose.yaml). It may be
 * called at any time and concurrently, so several of these do no harm, and a failed call is simply repeated.
 */
import { setTimeout as sleep } from 'node:timers/promises'

const { SITTINGS_URL = 'http://127.0.0.1:3000', CRON_SECRET } = process.env
const betweenMs = 60_000
/** Longer than the longest run, which sends nothing before its end. */
const patienceMs = 130_000
const headers = { ...(CRON_SECRET && { authorization: `Bearer ${CRON_SECRET}` }) }

for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => process.exit(0))

/** Why a run failed; undefined once it has succeeded. */
async function findFailure(): Promise<string | undefined> {
  try {
    const response = await fetch(new URL('/api/research/advance', SITTINGS_URL), {
      headers,
      signal: AbortSignal.timeout(patienceMs),
    })
    const answer = await response.text()
    return response.ok ? undefined : `${response.status} ${answer}`
  } catch (error) {
    const { message, cause } = error as Error & { cause?: { code?: unknown } }
    return `${message} ${cause?.code ?? ''}`.trim()
  }
}

while (true) {
  const startedMs = performance.now()
  const failure = await findFailure()
  if (failure !== undefined) process.stderr.write(`the research was not advanced: ${failure}\n`)
  await sleep(Math.max(0, betweenMs - (performance.now() - startedMs)))
}
