import type { DiscoveryDecision } from '#src/contract/types.gen.ts'
import { owned, type RequestStep } from '../../model/steps.ts'
import type { Random } from '../../text/seed.ts'
import { faults } from './lane.ts'
import type { InjectedFault } from './schedule.ts'

/**
 * A call as it is drawn; its ids and revisions are known only when it begins. What the interface has is a step of the
 * model.
 */
export type Draw =
  | RequestStep
  | { op: 'correct'; which: number; words: number }
  | { op: 'curate'; words: number; approved: boolean }
  | { op: 'readMemory'; after: 0 | 1 }
  | { op: 'review'; decision: DiscoveryDecision; revision: 'newest' | 'wrong' }
  | { op: 'advance' }

/** The state of the artist before the clients begin. */
export const openings = [
  'nothing',
  'asked',
  'answered',
  'second',
  'third',
  'finished',
  'again',
  'legacy',
  'bounded',
  'gathered',
  'composed',
] as const
export type Opening = (typeof openings)[number]

export type DrawnSchedule = {
  opening: Opening
  calls: Draw[]
  faults: InjectedFault[]
  isCrowded: boolean
  repeats: number
}

const lanesMin = 3
const lanesMax = 6

/** Everything about a schedule except the order of steps. */
export function drawSchedule(random: Random): DrawnSchedule {
  const opening = random.pick(openings)
  const count = lanesMin + random.below(lanesMax - lanesMin + 1)
  const calls: Draw[] = []
  while (calls.length < count) {
    // A call that is sent twice, by an impatient client or by two at once, is where most goes wrong.
    const twin = calls.length > 0 && random.below(4) === 0 ? random.pick(calls) : undefined
    calls.push(twin ?? drawCall(random, opening))
  }
  const isStruck = random.below(5) < 2
  const faults = isStruck ? Array.from({ length: 1 + random.below(2) }, () => drawFault(random, count)) : []
  return { opening, calls, faults, isCrowded: random.below(8) === 0, repeats: random.below(4) }
}

/** Steps of a call before whose end something may go wrong; its beginning is one. */
const struckStepMax = 7

function drawFault(random: Random, lanes: number): InjectedFault {
  const lane = random.below(lanes)
  const atStep = 1 + random.below(struckStepMax)
  const kind = random.below(12)
  if (kind < 2) return { kind: 'slow', lane, atStep, steps: 4 + random.below(20) }
  if (kind === 2) return { kind: 'cancelled', lane }
  if (kind < 6) return { kind: 'fault', lane, atStep, fault: 'severed after' }
  return { kind: 'fault', lane, atStep, fault: random.pick(faults) }
}

function drawCall(random: Random, opening: Opening): Draw {
  const op = random.pick(likely[opening])
  // From the newest on.
  const at = random.pick([0, 0, 1])
  const which = random.pick(['current', 'current', 'current', 'first'] as const)
  const words = random.below(4)
  switch (op) {
    case 'start':
      return { op, ...owned, request: random.below(3), upper: false }
    case 'restore':
      return { op, ...owned }
    case 'offer': {
      const ordinal = random.pick(['next', 'next', 'next', 1, 2, 3] as const)
      const snapshot = random.below(10) === 0 ? 'wrong' : 'current'
      const kind = random.pick(['source', 'source', 'answer'] as const)
      const cite = [{ kind, at, which: 'current', window: 'fits' } as const]
      return { op, ...owned, session: 0, ordinal, question: random.below(3), snapshot, cite }
    }
    case 'answer':
      return { op, ...owned, entry: at, which, words: random.below(4) === 0 ? null : random.below(3) }
    case 'finish':
      return { op, ...owned, session: at }
    case 'revise':
      // The newest question often has no answer yet.
      return { op, ...owned, entry: random.pick([1, 1, 2, at]), which, words, ifMatch: undefined, note: undefined }
    case 'saveBoundary': {
      const scope = random.pick(['sitting', 'until_retracted'] as const)
      return { op, ...owned, request: random.below(2), entry: at, words: random.below(2), scope }
    }
    case 'retract':
      return { op, ...owned, boundary: 0, which: random.below(6) === 0 ? 'wrong' : 'current' }
    case 'readResponse':
      return { op, ...owned, entry: at, which: undefined }
    case 'correct':
      return { op, which: random.below(2), words: random.below(3) }
    case 'curate':
      return { op, words: random.below(2), approved: random.below(2) === 0 }
    case 'readMemory':
      return { op, after: random.pick([0, 0, 1] as const) }
    case 'review': {
      const decision = random.pick(['approve', 'approve', 'decline', 'wrong_artist', 'incorrect', 'reopen'] as const)
      return { op, decision, revision: random.below(6) === 0 ? 'wrong' : 'newest' }
    }
    case 'advance':
      return { op }
  }
}

/** The likely calls of clients at each point; a repeated name is drawn more often. */
const starting = ['start', 'start', 'start'] as const
const answering = ['answer', 'answer'] as const
const curating = ['curate', 'curate'] as const
const reading = ['restore', 'readMemory', 'readResponse'] as const
const sitting = ['offer', 'offer', 'answer', 'answer', 'answer', 'finish', 'finish'] as const
const remembered = ['saveBoundary', 'saveBoundary', 'correct'] as const
const withdrawing = ['retract', 'retract', 'retract'] as const
const composing = ['advance', 'advance', 'review'] as const
const revising = ['revise', 'revise', 'revise'] as const

const likely: Record<Opening, readonly Draw['op'][]> = {
  nothing: [...starting, 'start', 'offer', 'finish', 'restore', 'readMemory', 'correct', 'review', 'advance'],
  asked: [...sitting, ...sitting, ...remembered, ...reading, 'curate', 'start', 'review', 'advance'],
  answered: [...sitting, ...sitting, ...curating, 'offer', ...revising, ...remembered, ...reading, 'start', 'advance'],
  second: [...sitting, ...sitting, ...revising, ...remembered, ...reading, 'start'],
  third: [...sitting, ...sitting, ...revising, ...remembered, ...reading],
  finished: [...revising, ...revising, ...remembered, ...composing, ...reading, ...starting, 'offer', 'finish'],
  again: [...sitting, ...revising, ...remembered, 'retract', ...composing, ...reading, 'start'],
  legacy: [...starting, ...answering, ...answering, 'restore', 'advance', 'correct', 'saveBoundary', 'revise'],
  bounded: [...sitting, ...remembered, ...withdrawing, ...revising, ...reading, 'advance'],
  gathered: [...composing, ...composing, ...composing, ...revising, ...remembered, ...remembered, 'start', 'curate'],
  composed: [...revising, ...revising, ...composing, ...composing, ...remembered, 'start', 'restore'],
}
