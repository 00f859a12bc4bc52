import { setTimeout as after } from 'node:timers/promises'
import { v7 as uuidv7 } from 'uuid'
import {
  type ApiReply,
  type buildCitation,
  type Loose,
  type Method,
  NoResponseError,
} from '../../support/test-context.ts'

/** What one attempt of a call came to. */
type AttemptOutcome = { atMs: number; ms: number; outcome: string }

/**
 * Milliseconds after which a caller that is always refused with Retry-After gives up; long, for a machine whose cores
 * are all in use.
 */
export const patienceMs = 600_000
/** Sooner than `Retry-After` says, so that a broken service is under pressure all the while. */
const pauseMs = 25

type Attempt = (attempt: number) => Promise<ApiReply>

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

type Callers = ReturnType<typeof newCallers>

/** The status; a 503 without Retry-After counts as another one. */
const formatOutcome = ({ status, headers }: ApiReply) =>
  status === 503 && !/^\d+$/.test(headers['retry-after'] ?? '') ? '503 without Retry-After' : String(status)

/** How often each outcome occurred, in words. */
export const summarizeOutcomes = (outcomes: readonly AttemptOutcome[]): string =>
  [...Map.groupBy(outcomes, ({ outcome }) => outcome)]
    .map(([outcome, all]) => `${all.length} times ${outcome}`)
    .join(', ')

/** What was acknowledged to a caller, and must be stored ever after, each exactly once. */
type SavedQuestion = {
  id: string
  revision: string
  state: string
  versions: { revision: string; answer: string }[]
}
type SavedSitting = {
  id: string
  state: string
  questions: SavedQuestion[]
  boundaries: string[]
  requests: number
}
export type SavedInterview = { artistId: string; sittings: SavedSitting[] }

export type Send = (attempt: number, method: Method, path: string, body?: unknown) => Promise<ApiReply>

/**
 * Completes sittings of one artist, and records each acknowledgement. Every step is retried until it is acknowledged,
 * with the same content, also when it may have been done already; no other caller writes for this artist, so afterwards
 * the records must equal the recorded ones.
 */
export function createInterviewer(
  artistId: string,
  reference: ReturnType<typeof buildCitation>,
  callers: Callers,
  chooseSend: () => Send,
) {
  const saved: SavedInterview = { artistId, sittings: [] }
  const base = `/api/artist/${artistId}/interview`
  const ask = async (title: string, method: Method, path: string, body?: unknown): Promise<Loose> => {
    const send = chooseSend()
    return (await callers.persist(title, (attempt) => send(attempt, method, path, body))).body
  }
  const post = (title: string, path: string, body: unknown) => ask(title, 'POST', `${base}/${path}`, body)

  async function offer(
    sitting: SavedSitting,
    number: number,
    ordinal: number,
  ): Promise<SavedQuestion & { key: string }> {
    const { snapshotId } = await ask('memory', 'GET', `${base}/memory?sitting=${number}`)
    const question = `What is behind passage number ${ordinal}?`
    const body = { ordinal, memorySnapshotId: snapshotId, question, references: [reference] }
    const offered = (await post('offer', `session/${sitting.id}/offer`, body)).question
    assertEqual('an offer', offered.question, question)
    const saved = { id: offered.id, revision: offered.revision, state: 'offered', versions: [] }
    sitting.questions.push(saved)
    return Object.assign(saved, { key: offered.questionKey })
  }

  async function answer(question: SavedQuestion, words: string): Promise<void> {
    const body = { expectedRevision: question.revision, answer: words }
    const saved = (await post('answer', `answers/${question.id}`, body)).question
    assertEqual('an answer', saved.answer, words)
    question.versions.push({ revision: saved.revision, answer: words })
    Object.assign(question, { state: 'answered', revision: saved.revision })
  }

  async function revise(sitting: SavedSitting, question: SavedQuestion, words: string): Promise<void> {
    const path = `${base}/responses/${question.id}`
    const body = { expectedRevision: question.revision, answer: words }
    const { response } = await ask('revise', 'PATCH', path, body)
    assertEqual('a revised answer', response.answer, words)
    question.versions.push({ revision: response.revision, answer: words })
    question.revision = response.revision
    sitting.requests += 1
  }

  async function saveBoundary(sitting: SavedSitting, questionKey: string, ordinal: number): Promise<void> {
    const body = { requestId: uuidv7(), questionKey, wording: 'Not about my brother.', scope: 'sitting' }
    const { boundary } = await post(`boundary ${ordinal}`, 'boundaries', body)
    sitting.boundaries.push(boundary.id)
    sitting.requests += 1
    // At most fifty may be active at a time.
    const retract = `boundaries/${boundary.id}/retract`
    await post(`retract ${ordinal}`, retract, { revision: boundary.revision })
    sitting.requests += 1
  }

  async function finish(sitting: SavedSitting): Promise<void> {
    const { session } = await post('finish', `session/${sitting.id}/finish`, {})
    assertEqual('a finished sitting', session.state, 'finished')
    sitting.state = 'finished'
    sitting.requests += 1
    for (const question of sitting.questions.filter(({ state }) => state === 'offered')) {
      const closed = session.questions.find(({ id }: { id: string }) => id === question.id)
      assertEqual('a question that was left open', closed?.state, 'skipped')
      Object.assign(question, { state: 'skipped', revision: closed.revision })
    }
    const { session: restored } = await ask('restore', 'GET', `${base}/session`)
    assertEqual('what was just finished', restored, session)
  }

  function assertEqual(title: string, found: unknown, expected: unknown): void {
    if (JSON.stringify(found) === JSON.stringify(expected)) return
    callers.wrong.push(`${title} came back as ${JSON.stringify(found)} and not as ${JSON.stringify(expected)}`)
  }

  /**
   * One sitting: two answers, of which one is revised twice, back to its first wording; a boundary; one question left
   * open. Each answer ends in `more`.
   */
  async function hold(more = ''): Promise<void> {
    const { session } = await post('start', 'session', { requestId: uuidv7() })
    const sitting: SavedSitting = { id: session.id, state: 'active', questions: [], boundaries: [], requests: 0 }
    saved.sittings.push(sitting)
    const first = await offer(sitting, session.sitting, 1)
    const words = `In the old mill, in ${saved.sittings.length}. ${more}`
    await answer(first, words)
    await revise(sitting, first, `${words} Or was it the new one?`)
    await revise(sitting, first, words)
    const second = await offer(sitting, session.sitting, 2)
    await answer(second, `With 🎹 and a drum. ${more}`)
    await saveBoundary(sitting, second.key, 2)
    await offer(sitting, session.sitting, 3)
    await finish(sitting)
  }
  return { saved, hold }
}
