import { type Choice, doesEndSession, type Fault, type Lane, type Observer, type Signal } from './lane.ts'

/** A fault of a lane, and when: at its step of that number, or as soon as it waits for another lane. */
export type InjectedFault =
  | { kind: 'fault'; lane: number; atStep: number; fault: Fault }
  | { kind: 'slow'; lane: number; atStep: number; steps: number }
  | { kind: 'cancelled'; lane: number }

/** One line of a played schedule. */
export type TakenStep = { lane: number; call: string; step: string; note: string }

type Plan = {
  choose: Choice
  faults: readonly InjectedFault[]
  /** Whether several may wait in one lock queue of the server, whose order is then the server's choice. */
  isCrowded: boolean
}

/** `stuck`: why it came to no end. */
export type PlayedSchedule = { trace: TakenStep[]; waits: number; faults: string[]; stuck?: string }

type Tools = { signal: Signal; observer: Observer; clock: { now: number }; trace: TakenStep[] }

/** Longer than the server takes to detect a deadlock, or to end a session. */
const stuckMs = 20_000
/**
 * A statement without a response after this many milliseconds may wait for a lock; on a busy machine most are only
 * slow.
 */
const suspicionMs = 6

/** Releases the lanes, one step after another, until all have ended; all at once at a standstill. */
export async function playSchedule(lanes: readonly Lane[], plan: Plan, tools: Tools): Promise<PlayedSchedule> {
  const played: PlayedSchedule = { trace: tools.trace, waits: 0, faults: [] }
  try {
    await takeSteps(lanes, plan, played, tools)
  } catch (error) {
    played.stuck = String(error)
    for (const lane of lanes) lane.release()
  }
  return played
}

async function takeSteps(
  lanes: readonly Lane[],
  plan: Plan,
  played: PlayedSchedule,
  { signal, observer, clock }: Tools,
) {
  const { choose, isCrowded } = plan
  const left = new Set(plan.faults)
  const resting = new Map<Lane, number>()
  for (;;) {
    const settledFrom = played.trace.length
    await settle(lanes, left, played, { signal, observer })
    // A COMMIT may end its own call and free the last statement of another one: the order of the two is the machine's.
    played.trace.push(...played.trace.splice(settledFrom).toSorted((one, other) => one.lane - other.lane))
    const ready = lanes.filter(({ state }) => state === 'at a step')
    if (ready.length === 0) {
      if (lanes.every(({ state }) => state === 'ended')) return
      // Every lane waits for another one: the server ends such a deadlock, and one statement with it.
      await waitAtMost(stuckMs, signal.rung(), () => createStandstillError(lanes))
      continue
    }
    const awake = ready.filter((lane) => (resting.get(lane) ?? 0) <= clock.now)
    const isOpen = (lane: Lane) => isCrowded || !willQueue(lane, lanes)
    // The resting lane is woken rather than a queue made, whose order the server would choose.
    const lane = choose([awake.filter(isOpen), ready.filter(isOpen), ready].find((some) => some.length > 0) ?? ready)
    const rest = injectFault(left, lane, 'slow')
    if (rest !== undefined) {
      resting.set(lane, clock.now + rest.steps)
      played.faults.push('slow')
      continue
    }
    clock.now += 1
    const { fault } = injectFault(left, lane, 'fault') ?? {}
    if (fault !== undefined) played.faults.push(fault)
    played.trace.push({ lane: lane.number, call: lane.call, step: lane.step, note: fault ?? '' })
    lane.go(fault)
  }
}

/**
 * The fault that is due at the step for which the lane waits. `severed after` waits for a COMMIT or a statement outside
 * of a transaction: elsewhere a lost response loses no outcome.
 */
function injectFault<K extends InjectedFault['kind']>(
  left: Set<InjectedFault>,
  lane: Lane,
  kind: K,
): Extract<InjectedFault, { kind: K }> | undefined {
  const isDue = (fault: InjectedFault) => {
    if (fault.kind !== kind || fault.lane !== lane.number || fault.kind === 'cancelled' || lane.pid === undefined)
      return false
    if (lane.steps < fault.atStep) return false
    // A server refuses no ROLLBACK; only the connection can break.
    if (fault.kind === 'fault' && lane.step === 'rollback' && !doesEndSession(fault.fault)) return false
    return fault.kind === 'slow' || fault.fault !== 'severed after' || lane.step === 'commit' || !lane.isInTransaction
  }
  const due = [...left].find(isDue)
  if (due !== undefined) left.delete(due)
  return due as Extract<InjectedFault, { kind: K }> | undefined
}

/** Whether the lane would wait behind another one for the artist's row. */
const willQueue = (lane: Lane, lanes: readonly Lane[]) =>
  doesLockArtist(lane.step) &&
  !lane.holdsArtist &&
  lanes.some((other) => isWaiting(other) && doesLockArtist(other.step))

/** Whether the lane's statement waits for a transaction that has not ended since that was seen. */
const isWaiting = ({ state, waitsFor }: Lane) =>
  state === 'in the database' && waitsFor.some(({ holder, ended }) => holder.transactionsEnded === ended)

/** Until each lane is at a step, waits for one that is, or has ended: only then does nothing depend on speed. */
async function settle(
  lanes: readonly Lane[],
  left: Set<InjectedFault>,
  played: PlayedSchedule,
  { signal, observer }: { signal: Signal; observer: Observer },
): Promise<void> {
  const startedMs = performance.now()
  // The server takes a moment to end a cancelled statement; until then its lane does not count as waiting.
  const cancelled = new Set<Lane>()
  for (;;) {
    const rung = signal.rung()
    const busy = lanes.filter((lane) => isBusy(lane))
    if (busy.length === 0) return
    if (performance.now() - startedMs > stuckMs) throw createStandstillError(lanes)
    if (busy.some(({ state }) => state === 'thinking')) {
      await waitAtMost(stuckMs, rung, () => createStandstillError(lanes))
      continue
    }
    if (!busy.every((lane) => expectsWait(lane, lanes)) && (await isRung(rung))) continue
    const others = busy.filter((lane) => !cancelled.has(lane))
    for (const lane of await findNewlyWaiting(others, lanes, observer)) {
      played.waits += 1
      const fault = [...left].find((one) => one.kind === 'cancelled' && one.lane === lane.number)
      played.trace.push({
        lane: lane.number,
        call: lane.call,
        step: lane.step,
        note: `waits for ${formatHolders(lane)}`,
      })
      if (fault === undefined || lane.pid === undefined) continue
      left.delete(fault)
      lane.injected.faults.push('57014')
      lane.waitsFor = []
      cancelled.add(lane)
      played.faults.push('cancelled')
      await observer.cancel(lane.pid)
    }
  }
}

const isBusy = (lane: Lane) => lane.state === 'thinking' || (lane.state === 'in the database' && !isWaiting(lane))

/** A statement for a row that is known to be locked need not get the time to lock it. */
const expectsWait = (lane: Lane, lanes: readonly Lane[]) =>
  doesLockArtist(lane.step) && lanes.some((other) => other !== lane && other.holdsArtist)

async function findNewlyWaiting(busy: Lane[], lanes: readonly Lane[], observer: Observer): Promise<Lane[]> {
  const runnable = busy.map((lane) => ({ lane, steps: lane.steps }))
  const blockers = await observer.listBlockers(busy.flatMap(({ pid }) => pid ?? []))
  const waiting = runnable.filter(({ lane, steps }) => {
    if (lane.state !== 'in the database' || lane.steps !== steps) return false
    const before = blockers.get(lane.pid ?? 0) ?? []
    const holders = lanes.filter((other) => other !== lane && holdsLocks(other) && before.includes(other.pid ?? 0))
    lane.waitsFor = holders.map((holder) => ({ holder, ended: holder.transactionsEnded }))
    return holders.length > 0
  })
  return waiting.map(({ lane }) => lane)
}

/** A connection that a lane has released may be another's by now. */
const holdsLocks = ({ isInTransaction, state }: Lane) => isInTransaction || state === 'in the database'

const formatHolders = ({ waitsFor }: Lane) => waitsFor.map(({ holder }) => formatLane(holder.number)).join(', ')

/** Lanes are named A, B, C … */
export const formatLane = (lane: number): string => String.fromCharCode(65 + lane)

async function isRung(rung: Promise<'rung'>): Promise<boolean> {
  const late = Promise.withResolvers<'late'>()
  const timer = setTimeout(() => late.resolve('late'), suspicionMs)
  try {
    return (await Promise.race([rung, late.promise])) === 'rung'
  } finally {
    clearTimeout(timer)
  }
}

async function waitAtMost(ms: number, rung: Promise<'rung'>, otherwise: () => Error): Promise<void> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(otherwise()), ms)
  try {
    await Promise.race([rung, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

const createStandstillError = (lanes: readonly Lane[]) =>
  new Error(
    `No lane moves: ${lanes.map((lane) => `${formatLane(lane.number)} ${lane.state} (${lane.step})`).join(', ')}`,
  )

/** Statements by what they do, short enough for a line of a schedule: `begin`, `lock artists`, `read …`, `write …`. */
const known = new Map<string, string>()

export function summarizeStatement(sql: string): string {
  const words = known.get(sql) ?? describe(sql)
  known.set(sql, words)
  return words
}

/**
 * Whether a transaction that has run this excludes every other from the same statement until it ends.
 */
export const doesLockArtist = (words: string): boolean => words === 'lock artists'

function describe(sql: string): string {
  const [first = ''] = sql.trimStart().toLowerCase().split(' ', 1)
  if (first === 'start' || first === 'begin') return 'begin'
  if (first === 'commit' || first === 'rollback') return first
  const written = listTables(sql, /(?<!\bfor |\bkey |\bdo )\b(?:insert into|update|delete from) "?(\w+)"?/gi)
  if (written.length > 0) return `write ${written.join(' + ')}`
  const read = listTables(sql, /\b(?:from|join) "?(\w+)"?/gi)
  const locks = /\bfor (?:no key )?update\b/i.test(sql)
  // A statement that locks the artist also looks up the caller, and every read the artist as well.
  if (locks) return `lock ${read.includes('artists') ? 'artists' : read[0]}`
  const own = read.filter((table) => !['users', 'artists', 'claims', 'select'].includes(table))
  return `read ${(own.length > 0 ? own : read).slice(0, 3).join(' + ') || 'the clock'}`
}

const listTables = (sql: string, pattern: RegExp) => [
  ...new Set([...sql.matchAll(pattern)].map(([, table = '']) => table)),
]
