import { isDeepStrictEqual } from 'node:util'
import { catalogue } from '#src/contract/problems/catalogue.ts'
import type { Learn, Verdict } from '../../model/verdict.ts'
import type { Answer, Loose } from '../../support/world.ts'
import type { Call } from './calls.ts'
import type { Model } from './model.ts'

/**
 * A call that took effect or was refused, with the steps of the schedule between which it did. Without an answer: the
 * client lost the news of its COMMIT.
 */
export type Happened = {
  name: string
  call: Call & { judge: NonNullable<Call['judge']> }
  from: number
  until: number
  answer: Answer | undefined
}

/** What the trail tells of one change. */
export type Told = { seq: number; action: string; subject: string; at: string; questionKey: string | null }

/** The model after all that happened, or the furthest that any order came and why it came no further. */
export type Explanation = { model: Model } | { order: string[]; why: string }

/**
 * Looks for an order of the calls, each at one moment while it was under way, in which a service that does one thing
 * after the other gives these very answers and leaves this very trail. Each change is the next event of the trail, so
 * only what changes nothing has a choice.
 */
export function explain(before: Model, happened: readonly Happened[], trail: readonly Told[]): Explanation {
  let furthest: Extract<Explanation, { why: string }> = { order: [], why: 'nothing happened first' }
  const fail = (order: string[], why: string) => {
    if (order.length >= furthest.order.length) furthest = { order, why }
    return undefined
  }

  function search(model: Model, left: readonly Happened[], told: number, order: string[]): Model | undefined {
    if (left.length === 0) {
      const next = trail[told]
      return next === undefined
        ? model
        : fail(order, `the trail tells of ${next.action} of ${next.subject}, which nobody did`)
    }
    const whys: string[] = []
    for (const one of left) {
      if (left.some(({ until }) => until < one.from)) continue
      const after = structuredClone(model)
      const event = trail[told]
      const { learn, hasLearnt } = learnerOf(event)
      const why = differenceOf(one, () => one.call.judge(after, learn), hasLearnt, event)
      if (why !== undefined) {
        whys.push(`${one.name} ${why}`)
        continue
      }
      const rest = left.filter((other) => other !== one)
      const found = search(after, rest, told + (hasLearnt() ? 1 : 0), [...order, one.name])
      if (found !== undefined) return found
    }
    return fail(order, whys.join('\n      '))
  }
  const model = search(before, happened, 0, [])
  return model === undefined ? furthest : { model }
}

/** What a change brings that only the service knows is in the event that tells of it. */
function learnerOf(event: Told | undefined) {
  let hasLearnt = false
  const tell = (read: (event: Told) => string | null) => () => {
    hasLearnt = true
    return (event && read(event)) ?? 'nothing'
  }
  const learn: Learn = {
    id: tell(({ subject }) => subject.slice(subject.indexOf(':') + 1)),
    instant: tell(({ at }) => at),
    text: tell(({ questionKey }) => questionKey),
  }
  return { learn, hasLearnt: () => hasLearnt }
}

/** What the trail calls a change of each operation that makes one. */
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

function differenceOf(
  { call, answer }: Happened,
  judge: () => Verdict,
  hasLearnt: () => boolean,
  event: Told | undefined,
): string | undefined {
  const verdict = judge()
  if (hasLearnt() && !(event && actions[call.op]?.includes(event.action) && isAbout(call, event))) {
    return `changes something, and the trail goes on with ${event === undefined ? 'nothing' : `${event.action} of ${event.subject}`}`
  }
  if (answer === undefined) return undefined
  if ('code' in verdict) {
    const { status } = catalogue[verdict.code]
    const isRefused = answer.status === status && answer.body?.code === verdict.code
    return isRefused ? undefined : `is ${verdict.code} and was answered ${inWords(answer)}`
  }
  const shown = answer.status === 200 && call.shown ? call.shown(answer.body) : answer.body
  if (answer.status === 200 && isDeepStrictEqual(shown, verdict.body)) return undefined
  return `is 200 with ${JSON.stringify(verdict.body)} and was answered ${answer.status} with ${JSON.stringify(shown)}`
}

const isAbout = ({ subject }: Call, event: Told) => subject === undefined || subject === event.subject

export const inWords = ({ status, body }: { status: number; body: Loose }): string =>
  [status, body?.code, body?.error].filter((one) => one !== undefined).join(' ')
