import { isDeepStrictEqual } from 'node:util'
import { catalogue } from '#src/contract/problems/catalogue.ts'
import type { Learn, Verdict } from '../../model/verdict.ts'
import type { ApiReply, Loose } from '../../support/test-context.ts'
import type { Call } from './calls.ts'
import type { Model } from './model.ts'

/**
 * A call that took effect or was refused, with the steps of the schedule between which it did. Without a response: the
 * client lost the outcome of its COMMIT.
 */
export type PlayedCall = {
  name: string
  call: Call & { expect: NonNullable<Call['expect']> }
  from: number
  until: number
  answer: ApiReply | undefined
}

/** The audit event of one change. */
export type ChangeEvent = { seq: number; action: string; subject: string; at: string; questionKey: string | null }

/** The model after all that happened, or the furthest that any order came and why it came no further. */
export type Explanation = { model: Model } | { order: string[]; why: string }

/**
 * Searches for an order of the calls, each at one moment of its duration, in which a sequential service gives these
 * very responses and leaves this very audit trail. Each change is the next event of the trail, so only calls without a
 * change have a choice.
 */
export function findExplainingOrder(
  before: Model,
  happened: readonly PlayedCall[],
  trail: readonly ChangeEvent[],
): Explanation {
  let furthest: Extract<Explanation, { why: string }> = { order: [], why: 'nothing happened first' }
  const fail = (order: string[], why: string) => {
    if (order.length >= furthest.order.length) furthest = { order, why }
    return undefined
  }

  function search(model: Model, left: readonly PlayedCall[], eventCount: number, order: string[]): Model | undefined {
    if (left.length === 0) {
      const next = trail[eventCount]
      return next === undefined
        ? model
        : fail(order, `the trail has ${next.action} of ${next.subject}, which no call made`)
    }
    const whys: string[] = []
    for (const one of left) {
      if (left.some(({ until }) => until < one.from)) continue
      const after = structuredClone(model)
      const event = trail[eventCount]
      const { learn, hasLearnt } = createLearner(event)
      const why = findDifference(one, () => one.call.expect(after, learn), hasLearnt, event)
      if (why !== undefined) {
        whys.push(`${one.name} ${why}`)
        continue
      }
      const rest = left.filter((other) => other !== one)
      const found = search(after, rest, eventCount + (hasLearnt() ? 1 : 0), [...order, one.name])
      if (found !== undefined) return found
    }
    return fail(order, whys.join('\n      '))
  }
  const model = search(before, happened, 0, [])
  return model === undefined ? furthest : { model }
}

/** A value that only the service chooses is in the event of the change. */
function createLearner(event: ChangeEvent | undefined) {
  let hasLearnt = false
  const readEvent = (read: (event: ChangeEvent) => string | null) => () => {
    hasLearnt = true
    return (event && read(event)) ?? 'nothing'
  }
  const learn: Learn = {
    id: readEvent(({ subject }) => subject.slice(subject.indexOf(':') + 1)),
    instant: readEvent(({ at }) => at),
    text: readEvent(({ questionKey }) => questionKey),
  }
  return { learn, hasLearnt: () => hasLearnt }
}

/** The event's action of each operation that makes a change. */
export const actions: Partial<Record<Call['op'], readonly string[]>> = {
  start: ['sitting.started'],
  offer: ['question.offered'],
  answer: ['answer.saved', 'question.skipped'],
  finish: ['sitting.finished'],
  revise: ['answer.revised'],
  saveBoundary: ['boundary.saved'],
  retract: ['boundary.retracted'],
  correct: ['record.imported'],
  curate: ['record.imported'],
  review: ['discovery.reviewed'],
}

function findDifference(
  { call, answer }: PlayedCall,
  expect: () => Verdict,
  hasLearnt: () => boolean,
  event: ChangeEvent | undefined,
): string | undefined {
  const verdict = expect()
  if (hasLearnt() && !(event && actions[call.op]?.includes(event.action) && isAbout(call, event))) {
    return `changes something, and the trail goes on with ${event === undefined ? 'nothing' : `${event.action} of ${event.subject}`}`
  }
  if (answer === undefined) return undefined
  if ('code' in verdict) {
    const { status } = catalogue[verdict.code]
    const isRefused = answer.status === status && answer.body?.code === verdict.code
    return isRefused ? undefined : `is ${verdict.code} and was answered ${formatAnswer(answer)}`
  }
  const shown = answer.status === 200 && call.shown ? call.shown(answer.body) : answer.body
  if (answer.status === 200 && isDeepStrictEqual(shown, verdict.body)) return undefined
  return `is 200 with ${JSON.stringify(verdict.body)} and was answered ${answer.status} with ${JSON.stringify(shown)}`
}

const isAbout = ({ subject }: Call, event: ChangeEvent) => subject === undefined || subject === event.subject

export const formatAnswer = ({ status, body }: { status: number; body: Loose }): string =>
  [status, body?.code, body?.error].filter((one) => one !== undefined).join(' ')
