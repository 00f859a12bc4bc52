import { AsyncLocalStorage } from 'node:async_hooks'
import type { Fault } from './faults.ts'

/** The state of an operation: between two statements, before the next one, inside the server, or over. */
type LaneState = 'thinking' | 'at a step' | 'in the database' | 'ended'

/**
 * One client with its calls, as the scheduler sees it: it waits before every step until it is released. A step is a
 * statement, its BEGIN and COMMIT among them, or the beginning of a call.
 */
export type Lane = {
  readonly number: number
  /** The client's current call. */
  call: string
  state: LaneState
  /** The step before which it waits, or the statement that the server runs. */
  step: string
  /** The connection of the step; undefined at the beginning of a call. */
  pid: number | undefined
  /** Steps taken. */
  steps: number
  isInTransaction: boolean
  /** Transactions that have ended; the locks of one are free once this has changed. */
  transactionsEnded: number
  holdsArtist: boolean
  /** Lanes that have to end a transaction before the statement can continue, each with its count of ended ones then. */
  waitsFor: { holder: Lane; ended: number }[]
  /** The faults during the call, and whether the client lost the outcome of a COMMIT. */
  injected: { faults: Fault[]; hasLostCommit: boolean }
  /** Reaches the next step and waits there until it is released. */
  arrive(step: string, pid?: number): Promise<Fault | undefined>
  go(fault?: Fault): void
  moveTo(state: LaneState): void
  /** Releases it and never stops it again: the schedule cannot be played to its end. */
  release(): void
  newId(): string
}

/** The context of an operation: what makes its ids, and the lane where it has one. */
export type Actor = { newId(): string; lane?: Lane }

export const actors = new AsyncLocalStorage<Actor>()

/** Notifies the waiting scheduler that some lane has moved. */
export type Signal = { ring(): void; rung(): Promise<'rung'> }

export function createSignal(): Signal {
  let waiting = Promise.withResolvers<'rung'>()
  return {
    ring: () => {
      waiting.resolve('rung')
      waiting = Promise.withResolvers<'rung'>()
    },
    rung: () => waiting.promise,
  }
}

export function newLane(number: number, newId: () => string, { ring }: Signal): Lane {
  let start: (fault: Fault | undefined) => void = () => {}
  let isFree = false
  const lane: Lane = {
    number,
    call: '',
    state: 'thinking',
    step: '',
    pid: undefined,
    steps: 0,
    newId,
    isInTransaction: false,
    transactionsEnded: 0,
    holdsArtist: false,
    waitsFor: [],
    injected: { faults: [], hasLostCommit: false },
    arrive: (step, pid) => {
      const { promise, resolve } = Promise.withResolvers<Fault | undefined>()
      start = resolve
      if (isFree) resolve(undefined)
      Object.assign(lane, { step, pid })
      lane.moveTo('at a step')
      return promise
    },
    go: (fault) => {
      lane.steps += 1
      lane.state = lane.pid === undefined ? 'thinking' : 'in the database'
      start(fault)
    },
    moveTo: (state) => {
      lane.state = state
      ring()
    },
    release: () => {
      isFree = true
      start(undefined)
    },
  }
  return lane
}
