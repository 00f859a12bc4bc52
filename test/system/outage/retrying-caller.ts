import { setTimeout as after } from 'node:timers/promises'
import type { ApiReply } from '../../support/test-context.ts'
import { NoResponseError } from './replicas.ts'

/** What one attempt of a call came to. */
export type AttemptOutcome = { atMs: number; ms: number; outcome: string }

/**
 * Milliseconds after which a caller that is always refused with Retry-After gives up; long, for a machine whose cores
 * are all in use.
 */
export const patienceMs = 600_000
/** Sooner than `Retry-After` says, so that a broken service is under pressure all the while. */
const pauseMs = 25

export type Attempt = (attempt: number) => Promise<ApiReply>

/**
 * Callers that retry until they get a 200, as the interface says (section 7): after a 503 with `Retry-After`, and
 * without a response. Anything else goes into `wrong`, and ends the caller.
 */
export function newCallers() {
  const outcomes: AttemptOutcome[] = []
  const wrong: string[] = []
  /** How often each call was sent until it was acknowledged. */
  const attempts: number[] = []
  let isHopeless = false

  async function sendOnce(attempt: Attempt, number: number): Promise<ApiReply | undefined> {
    const startedMs = performance.now()
    const recordOutcome = (outcome: string) =>
      void outcomes.push({ atMs: performance.now(), ms: performance.now() - startedMs, outcome })
    try {
      const answer = await attempt(number)
      recordOutcome(formatOutcome(answer))
      return answer
    } catch (error) {
      recordOutcome(error instanceof NoResponseError ? 'no answer' : 'wrong')
      if (error instanceof NoResponseError) return undefined
      throw error
    }
  }

  async function persist(title: string, attempt: Attempt): Promise<ApiReply> {
    const startedMs = performance.now()
    for (let number = 0; !isHopeless && performance.now() - startedMs < patienceMs; number += 1) {
      const answer = await sendOnce(attempt, number).catch((error: unknown) => refuse(`${title}: ${error}`))
      if (answer?.status === 200) {
        attempts.push(number + 1)
        return answer
      }
      if (answer !== undefined && formatOutcome(answer) !== '503') {
        refuse(`${title}: ${answer.status} ${JSON.stringify(answer.body)} ${JSON.stringify(answer.headers)}`)
      }
      await after(pauseMs * (1 + Math.random()))
    }
    return refuse(`${title}: not answered within ${(performance.now() - startedMs).toFixed(0)} ms`)
  }

  function refuse(words: string): never {
    wrong.push(words)
    throw new Error(words)
  }
  /** No service is left. */
  const giveUp = () => {
    isHopeless = true
  }
  return { outcomes, wrong, attempts, persist, giveUp }
}

export type Callers = ReturnType<typeof newCallers>

/** The status; a 503 without Retry-After counts as another one. */
const formatOutcome = ({ status, headers }: ApiReply) =>
  status === 503 && !/^\d+$/.test(headers['retry-after'] ?? '') ? '503 without Retry-After' : String(status)

/** How often each outcome occurred, in words. */
export const summarizeOutcomes = (outcomes: readonly AttemptOutcome[]): string =>
  [...Map.groupBy(outcomes, ({ outcome }) => outcome)]
    .map(([outcome, all]) => `${all.length} times ${outcome}`)
    .join(', ')
