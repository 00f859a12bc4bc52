import { AsyncLocalStorage } from 'node:async_hooks'
import type { Fault } from './faults.ts'

/** Where an operation is: between two statements, in front of the next one, inside the server, or over. */
type Place = 'thinking' | 'at a step' | 'in the database' | 'ended'

/**
 * One client with its calls, as the scheduler sees it: it stands still in front of every step until it is told to go. A
 * step is a statement, its BEGIN and COMMIT among them, or the beginning of a call.
 */
export type Lane = {
  readonly number: number
  /** What the client calls just now. */
  call: string
  place: Place
  /** The step it stands in front of, or the statement that the server works on. */
  step: string
  /** The connection that the step goes over; undefined while it is the beginning of a call. */
  pid: number | undefined
  /** Steps taken. */
  steps: number
  isInTransaction: boolean
  /** Transactions that have come to their end; what one has locked is free once this has moved. */
  transactionsEnded: number
  holdsArtist: boolean
  /**
   * Who has to end a transaction before the statement can go on, each with his count of ended ones when it was seen.
   */
  waitsFor: { holder: Lane; ended: number }[]
  /** What has gone wrong while the call was under way, and whether the client lost the news of a COMMIT. */
  struck: { faults: Fault[]; hasLostCommit: boolean }
  /** Comes to the next step and stands there until it is told to go. */
  arrive(step: string, pid?: number): Promise<Fault | undefined>
  go(fault?: Fault): void
  moved(place: Place): void
  /** Lets it go and never stops it again: the schedule cannot be played to its end. */
  letGo(): void
  newId(): string
}

/** On whose behalf something runs: what makes its ids, and the lane where it has one. */
export type Actor = { newId(): string; lane?: Lane }

export const actors = new AsyncLocalStorage<Actor>()

/** Tells whoever waits that some lane has moved. */
export type Bell = { ring(): void; rung(): Promise<'rung'> }

export function newBell(): Bell {
  let waiting = Promise.withResolvers<'rung'>()
  return {
    ring: () => {
      waiting.resolve('rung')
      waiting = Promise.withResolvers<'rung'>()
    },
    rung: () => waiting.promise,
  }
}

export function newLane(number: number, newId: () => string, { ring }: Bell): Lane {
  let start: (fault: Fault | undefined) => void = () => {}
  let isFree = false
  const lane: Lane = {
    ...{ number, call: '', place: 'thinking', step: '', pid: undefined, steps: 0, newId },
    ...{ isInTransaction: false, transactionsEnded: 0, holdsArtist: false, waitsFor: [] },
    struck: { faults: [], hasLostCommit: false },
    arrive: (step, pid) => {
      const { promise, resolve } = Promise.withResolvers<Fault | undefined>()
      start = resolve
      if (isFree) resolve(undefined)
      Object.assign(lane, { step, pid })
      lane.moved('at a step')
      return promise
    },
    go: (fault) => {
      lane.steps += 1
      lane.place = lane.pid === undefined ? 'thinking' : 'in the database'
      start(fault)
    },
    moved: (place) => {
      lane.place = place
      ring()
    },
    letGo: () => {
      isFree = true
      start(undefined)
    },
  }
  return lane
}
