import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import type { Random } from '../../text/seed.ts'

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
type Actor = { newId(): string; lane?: Lane }

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

/** Picks the lane of the next step. */
export type Choice = (ready: readonly Lane[]) => Lane

/**
 * Two ways to choose, for each finds other orders. At random at every step: much alternation. By rank, where a few
 * steps demote the first lane: long stretches, and the orders in which few changes at the right places matter.
 */
export function drawChoice(random: Random, lanes: number): { manner: string; choose: Choice } {
  const manner = random.pick(['by lot', 'by rank', 'by rank'])
  if (manner === 'by lot') return { manner, choose: (ready) => random.pick(ready) }
  return { manner, choose: createRankedChoice(random, lanes) }
}

/** Steps of a schedule are some thirty; a demotion later than its end changes nothing. */
const demotionsMax = 4
const stepsUsual = 36

function createRankedChoice(random: Random, lanes: number): Choice {
  const ranks = Array.from({ length: lanes }, () => random.below(2 ** 31))
  const demotions = new Set(Array.from({ length: 1 + random.below(demotionsMax) }, () => random.below(stepsUsual)))
  let step = 0
  let lowest = -1
  const getRank = ({ number }: Lane) => ranks[number] ?? 0
  const chooseFirst = (ready: readonly Lane[]) =>
    ready.reduce((one, other) => (getRank(other) > getRank(one) ? other : one))
  return (ready) => {
    const demoted = demotions.has(step++) ? chooseFirst(ready) : undefined
    if (demoted !== undefined) ranks[demoted.number] = lowest--
    return chooseFirst(ready)
  }
}

/** Connections of its own that see which session waits for which, and end sessions. */
export type Observer = ReturnType<typeof openObserver>

export function openObserver(url: string) {
  const pool = new pg.Pool({ connectionString: url, max: 8, application_name: 'sittings interleavings observer' })
  // A connection that the end of the server closes is reported by its next query.
  pool.on('error', () => {})
  return {
    /** Those sessions of `pids` that wait for a lock, each with the sessions before it. */
    async listBlockers(pids: number[]): Promise<Map<number, number[]>> {
      const { rows } = await pool.query<{ pid: number; blockers: number[] }>({
        name: 'blockers',
        text: `select pid, blockers from unnest($1::int[]) as one (pid), pg_blocking_pids(pid) as blockers
          where cardinality(blockers) > 0`,
        values: [pids],
      })
      return new Map(rows.map(({ pid, blockers }) => [pid, blockers]))
    },
    /** Ends a session and waits until it is gone, with all its locks. */
    async terminate(pid: number): Promise<void> {
      await pool.query('select pg_terminate_backend($1, 10000)', [pid])
    },
    async cancel(pid: number): Promise<void> {
      await pool.query('select pg_cancel_backend($1)', [pid])
    },
    close: () => pool.end(),
  }
}

/**
 * The fault of a step. A code: the server refuses the statement with it, and the transaction is lost. `terminated`: the
 * server has ended the session. `severed`: the connection broke before the statement was sent. `severed after`: it ran,
 * and the connection broke before the response came.
 */
export type Fault = (typeof codes)[number] | 'terminated' | 'severed' | 'severed after'

/**
 * Conflicts; a lock, a statement and a transaction that time out; a full disk; a server that
 * shuts down.
 */
const codes = ['40001', '40P01', '55P03', '57014', '25P04', '53100', '57P01', '08006'] as const

export const faults: readonly Fault[] = ['40001', '40P01', ...codes, 'terminated', 'severed', 'severed after']

/** Whether the session ends with it, and with the session its open transaction. */
export const doesEndSession = (fault: Fault): boolean =>
  fault === 'terminated' || fault === 'severed' || fault === 'severed after'

type Connection = { client: pg.ClientBase; pid: number; observer: Observer }

/** Sends a statement with the fault. The service gets the driver's own errors. */
export async function sendThrough<T>(
  fault: Fault,
  words: string,
  connection: Connection,
  send: () => Promise<T>,
): Promise<T> {
  const { client } = connection
  switch (fault) {
    case 'severed after':
      await send()
      await sever(connection)
      throw new Error('Connection terminated unexpectedly')
    case 'severed':
      await sever(connection)
      return await send()
    case 'terminated':
      await connection.observer.terminate(connection.pid)
      return await send()
    default:
      await client
        .query(`do $$ begin raise exception 'injected' using errcode = '${fault}'; end $$`)
        .finally(async () => {
          // A COMMIT that the server refuses ends the transaction.
          if (words === 'commit') await client.query('rollback')
        })
      throw new Error(`The server took ${fault} for a success`)
  }
}

/** The server releases the session's locks before the next step, or a schedule would depend on how fast it notices. */
async function sever({ client, pid, observer }: Connection): Promise<void> {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
  await observer.terminate(pid)
}
