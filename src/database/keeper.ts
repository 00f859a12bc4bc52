import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import { Problem } from '#src/contract/problems/problem.ts'
import { tracing } from '#src/observability/tracing/tracer.ts'
import { openAtHand } from './at-hand.ts'
import { keepingOver, type Wanted } from './keep-taken.ts'
import { ofNobody } from './of-nobody.ts'
import { sendAlone, sendLent } from './send.ts'
import type { Ended } from './slow-query.ts'
import type { Asked } from './statement.ts'

/**
 * A line is a connection that keeps, one statement after the other. One is usual: what comes while it keeps is kept
 * together next, and the more that is, the less it costs each. There are two where more wait than one statement takes,
 * and more where somebody has waited for long.
 */
const linesUsual = 2

/** So many are kept together at most: what holds up one of them holds up the others. */
export const togetherMax = 16

/** Milliseconds for which a line has its connection; the pool can then see to its age. */
const lineMs = 60_000

/** Milliseconds after which one who waits has a line opened: what is in front of him waits for something itself. */
const behindMs = 50

export type Keeper = { keep<Row>(asked: Asked<Row>): Promise<Row[]> }

/** Who waits since an instant of this process's clock. */
type Waiting = Wanted & { since: number }

/**
 * For statements that keep a change of one artist: each is by itself while nobody else keeps, and those of one wording
 * that come meanwhile are kept by one statement (./several.ts). Whatever the server refuses of that it has undone of
 * all; then each goes by itself, and only those are refused that it refuses alone. Where nobody knows what became of
 * the statement, nobody knows of any of them. Nobody waits here for longer than `waitMs`, which is how long one waits
 * for a connection.
 */
export function openKeeper(pool: pg.Pool, waitMs: number, ended: Ended = () => {}): Keeper {
  const keepTaken = keepingOver(pool, ended)
  const atHand = openAtHand(pool)
  const waiting: Waiting[] = []
  /** Lines that have no connection yet, and those that have one. */
  let [opening, serving] = [0, 0]
  let isWatched = false

  function keep<Row>(asked: Asked<Row>): Promise<Row[]> {
    if (tracing.ofLine !== undefined) return sendAlone(pool, asked, ended)
    if (waiting.length === 0 && opening + serving === 0) return keepFirst(asked)
    return new Promise((resolve, reject) => {
      const own: Wanted['own'] = AsyncLocalStorage.snapshot()
      waiting.push({ asked, since: performance.now(), own, resolve: resolve as (rows: unknown[]) => void, reject })
      if (isLineWanted()) ofNobody(openLine)
      else if (!isWatched) ofNobody(watch)
    })
  }

  /** Keeps for one who finds nobody, as a part of his request; his connection then serves those who came meanwhile. */
  async function keepFirst<Row>(asked: Asked<Row>): Promise<Row[]> {
    const client = taken() ?? (await connected())
    const goOn = (broken: Error | undefined) => {
      if (broken === undefined && waiting.length > 0) void ofNobody(serve, client)
      else giveBack(client, broken)
    }
    return await sendLent(client, asked, goOn, ended)
  }

  function isLineWanted(): boolean {
    const lines = opening + serving
    return lines < linesUsual && waiting.length > lines * togetherMax
  }

  async function openLine(): Promise<void> {
    try {
      await serve(taken() ?? (await connected()))
    } catch {
      // Those who waited for it have been told.
    }
  }

  /** The connection of a line that was there a moment ago. */
  function taken(): pg.PoolClient | undefined {
    const client = atHand.take()
    if (client !== undefined) serving += 1
    return client
  }

  /** A connection for a line. @throws why there is none to be had; whoever has waited for it has been told then */
  async function connected(): Promise<pg.PoolClient> {
    const began = performance.now()
    opening += 1
    try {
      const client = await pool.connect()
      opening -= 1
      serving += 1
      return client
    } catch (error) {
      opening -= 1
      if (serving === 0) refuseSince(began, error)
      if (isLineWanted()) void ofNobody(openLine)
      throw error
    }
  }

  /** Keeps what waits until nothing does. */
  async function serve(client: pg.PoolClient): Promise<void> {
    giveBack(client, await keepOver(client))
  }

  function giveBack(client: pg.PoolClient, broken: Error | undefined): void {
    atHand.putBack(client, broken)
    serving -= 1
    if (isLineWanted()) void ofNobody(openLine)
  }

  /** Refuses those who have waited since then at least. */
  function refuseSince(instant: number, error: unknown): void {
    const late = waiting.findIndex(({ since }) => since > instant)
    for (const { reject } of waiting.splice(0, late < 0 ? waiting.length : late)) reject(error)
  }

  /** Keeps what waits until nothing does, or somebody else wants the connection; answers what has broken it. */
  async function keepOver(client: pg.PoolClient): Promise<Error | undefined> {
    const until = performance.now() + lineMs
    let broken: Error | undefined
    do broken = await keepTaken(client, takeAlike())
    while (waiting.length > 0 && broken === undefined && pool.waitingCount === 0 && performance.now() < until)
    return broken
  }

  /** The first of those who wait, with those behind him who want the same done. */
  function takeAlike(): Waiting[] {
    const [first] = waiting
    const taken: Waiting[] = []
    const isAlike = ({ asked: { several } }: Waiting) => several !== undefined && several === first?.asked.several
    for (let at = 0; at < waiting.length && taken.length < togetherMax; ) {
      const one = waiting[at] as Waiting
      if (one === first || isAlike(one)) taken.push(...waiting.splice(at, 1))
      else at += 1
    }
    return taken
  }

  /** Sees that the first of those who wait has a line in time, and that he does not wait for ever. */
  function watch(): void {
    refuseSince(performance.now() - waitMs, new Problem('persistence_unavailable'))
    const [first] = waiting
    isWatched = first !== undefined
    if (first === undefined) return
    const leftMs = first.since + behindMs - performance.now()
    if (leftMs <= 0 && opening === 0 && serving < pool.options.max) void openLine()
    setTimeout(watch, leftMs > 0 ? leftMs : behindMs)
  }

  return { keep }
}
