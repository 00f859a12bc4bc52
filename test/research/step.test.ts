import t from 'tap'
import type { ClaimedJob } from '#src/queue/claim.ts'
import { attemptsMax, waitingMaxMs } from '#src/queue/limits.ts'
import { decideAfterFailure } from '#src/research/step.ts'

const stay = { cursor: 3, total: null, checkpoint: { at: 3 } }
const goneOn = { done: { steps: 3 }, progress: 'gone on' }
const job = (more: Partial<ClaimedJob> = {}) =>
  ({ kind: 'latest_refresh', attempts: 1, waited_ms: null, ...more }) as ClaimedJob

const decide = (of: ClaimedJob, failure: Parameters<typeof decideAfterFailure>[1], waitMaxMs?: number) =>
  decideAfterFailure(of, failure, { stay, goOn: () => goneOn, ...(waitMaxMs !== undefined && { waitMaxMs }) })

t.test('a pause that a provider asks for is waited for, at the same step', async (t) => {
  for (const [retryAfterMs, pauseMs] of [
    [undefined, 60_000],
    [1, 1_000],
    [90_000, 90_000],
    [86_400_000, 86_400_000],
  ] as const) {
    const failure = { failed: 'rate_limited' as const, ...(retryAfterMs !== undefined && { retryAfterMs }) }
    t.match(decide(job(), failure), { next: stay, pauseMs, progress: /left alone/ })
    t.match(decide(job({ attempts: attemptsMax }), failure), { pauseMs }, 'which is no failed attempt')
  }
})

t.test('a job that may not wait any longer goes on without', async (t) => {
  const failure = { failed: 'rate_limited', retryAfterMs: 30_000 } as const
  t.same(decide(job({ waited_ms: waitingMaxMs.latest_refresh }), failure), goneOn)
  t.match(decide(job({ waited_ms: 10_000 }), failure, 40_000), { pauseMs: 30_000 })
  t.same(decide(job({ waited_ms: 10_001 }), failure, 40_000), goneOn)
})

t.test('a refusal is final, and another failure is tried again until the last attempt', async (t) => {
  t.same(decide(job(), { failed: 'provider_refused' }), goneOn)
  for (const failed of ['provider_unavailable', 'timed_out', 'unreadable', 'too_large'] as const) {
    t.same(decide(job(), { failed }), { failed })
    t.same(decide(job({ attempts: attemptsMax - 1 }), { failed }), { failed })
    t.same(decide(job({ attempts: attemptsMax }), { failed }), goneOn)
  }
})
