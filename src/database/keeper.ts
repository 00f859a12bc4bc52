import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { tracing } from '#src/tracing/seam.ts'
import { isBroken, sendAtOnce } from './connection.ts'
import { send, sendAlone } from './send.ts'
import type { Several } from './several.ts'
import type { Ended } from './slow-query.ts'
import type { Asked } from './statement.ts'

/**
 * A line is a connection that keeps, one statement after the other. One is usual: what comes while it keeps is kept together next, and the more that is, the
 * less it costs each. There are two where more than one statement takes wait.
 */
const linesMax = 2

/** So many are kept together at most: what holds up one of them holds up the others. */
export const togetherMax = 16

/** Milliseconds for which a line has its connection; the pool can then see to its age. */
const lineMs = 60_000

/** Milliseconds after which one who waits gets a line of his own: what is in front of him waits for something itself. */
const behindMs = 50

export type Keeper = { keep<Row>(asked: Asked<Row>): Promise<Row[]> }

type Waiting = {
  asked: Asked<unknown>
  since: number
  /** Does something as a part of the request that waits, and not of the one whose line it is. */
  own: <T>(work: () => T) => T
  resolve: (rows: unknown[]) => void
  reject: (error: unknown) => void
}

/**
 * For statements that keep a change of one artist and wait for no row of another's: each is by itself while nobody else keeps, and those of one wording that
 * come meanwhile are kept by one statement (./several.ts). Whatever the server refuses of that it has undone of all; then each goes by itself, and
 * only those are refused that it refuses alone. Where nobody knows what became of the statement, nobody knows of any of them.
 */
export function openKeeper(pool: pg.Pool, ended: Ended = () => {}): Keeper {
  const waiting: Waiting[] = []
  /** Lines that have no connection yet, and those that have one. */
  let [opening, serving] = [0, 0]
  let isWatched = false

  function keep<Row>(asked: Asked<Row>): Promise<Row[]> {
    if (tracing.ofLine !== undefined) return sendAlone(pool, asked, ended)
    if (waiting.length === 0 && opening + serving === 0) return keepFirst(asked)
    return new Promise((resolve, reject) => {
      const own: Waiting['own'] = AsyncLocalStorage.snapshot()
      waiting.push({ asked, since: performance.now(), own, resolve: resolve as (rows: unknown[]) => void, reject })
      ofNobody(isLineWanted() ? openLine : watch)
    })
  }

  /** Keeps for one who finds nobody, as a part of his request; his connection then serves those who came meanwhile. */
  async function keepFirst<Row>(asked: Asked<Row>): Promise<Row[]> {
    const client = await connected()
    let broken: Error | undefined
    try {
      return await sendAtOnce(client, () => send(client, asked, ended))
    } catch (error) {
      broken = isBroken(error) ? (error as Error) : undefined
      throw error
    } finally {
      if (broken === undefined && waiting.length > 0) void ofNobody(serve, client)
      else giveBack(client, broken)
    }
  }

  function isLineWanted(): boolean {
    const lines = opening + serving
    return lines < linesMax && waiting.length > lines * togetherMax
  }

  async function openLine(): Promise<void> {
    try {
      await serve(await connected())
    } catch {
      // Those who waited for it have been told.
    }
  }

  /** A connection for a line. @throws why there is none to be had; whoever waits has been told then */
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
      if (serving === 0) refuse(began, error)
      if (isLineWanted()) void ofNobody(openLine)
      throw error
    }
  }

  /** Keeps what waits until nothing does. */
  async function serve(client: pg.PoolClient): Promise<void> {
    giveBack(client, await keepOver(client))
  }

  function giveBack(client: pg.PoolClient, broken: Error | undefined): void {
    client.release(broken)
    serving -= 1
    if (isLineWanted()) void ofNobody(openLine)
  }

  /** Tells those who have waited since then at least that there is no connection to be had. */
  function refuse(began: number, error: unknown): void {
    const late = waiting.findIndex(({ since }) => since > began)
    for (const { reject } of waiting.splice(0, late < 0 ? waiting.length : late)) reject(error)
  }

  /** Keeps what waits until nothing does, or somebody else wants the connection; answers what has broken it. */
  async function keepOver(client: pg.PoolClient): Promise<Error | undefined> {
    const until = performance.now() + lineMs
    let broken: Error | undefined
    do broken = await keepNext(client)
    while (waiting.length > 0 && broken === undefined && pool.waitingCount === 0 && performance.now() < until)
    return broken
  }

  async function keepNext(client: pg.PoolClient): Promise<Error | undefined> {
    const [first, ...others] = takeAlike()
    const several = first?.asked.several
    if (first === undefined) return undefined
    if (several === undefined || others.length === 0) return await keepEach(client, [first, ...others])
    const unlearnt = several.isKnown() ? undefined : await learn(client, several)
    if (unlearnt !== undefined) return await keepEach(client, [first, ...others], unlearnt)
    return await keepTogether(client, several, [first, ...others])
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

  async function keepTogether(client: pg.PoolClient, several: Several, taken: readonly Waiting[]) {
    try {
      const asked = several.ofAll(taken.map(({ asked }) => asked))
      const rows: { nth: number }[] = await sendAtOnce(client, () => send(client, asked, ended))
      const kept = new Map(rows.map((row) => [row.nth, row]))
      for (const [at, { resolve }] of taken.entries()) {
        const row = kept.get(at + 1)
        resolve(row === undefined ? [] : [row])
      }
      return undefined
    } catch (error) {
      if (!isUnknown(error)) {
        several.forget()
        return await keepEach(client, taken, isBroken(error) ? (error as Error) : undefined)
      }
      for (const { reject } of taken) reject(error)
      return isBroken(error) ? (error as Error) : undefined
    }
  }

  /** Keeps one after the other, by other connections once this one is of no use; answers why it is of none. */
  async function keepEach(client: pg.PoolClient, taken: readonly Waiting[], unusable?: Error) {
    let broken = unusable
    for (const { asked, own, resolve, reject } of taken) {
      if (broken !== undefined) {
        own(() => sendAlone(pool, asked, ended)).then(resolve, reject)
        continue
      }
      try {
        resolve(await own(() => sendAtOnce(client, () => send(client, asked, ended))))
      } catch (error) {
        reject(error)
        broken = isBroken(error) ? (error as Error) : undefined
      }
    }
    return broken
  }

  /** Opens a line more where somebody waits for long. */
  function watch(): void {
    if (isWatched) return
    isWatched = true
    setTimeout(() => {
      isWatched = false
      const [first] = waiting
      if (first === undefined) return
      const isLong = performance.now() - first.since >= behindMs
      if (isLong && opening === 0 && serving < pool.options.max) void openLine()
      watch()
    }, behindMs)
  }

  return { keep }
}

/** Asks what the server knows of a statement; answers why that cannot be had, by which the connection is of no use any more. */
async function learn(client: pg.PoolClient, several: Several): Promise<Error | undefined> {
  try {
    await several.learn(client)
    return undefined
  } catch (error) {
    return error as Error
  }
}

/** Whatever else the server says of a statement it says of one that it has not kept. */
const isUnknown = (error: unknown) => !(error instanceof pg.DatabaseError) || error.code?.startsWith('57P') === true

/** Runs what is done for many, which the log does not tell as any one request's. */
const ofNobody = AsyncLocalStorage.snapshot()
