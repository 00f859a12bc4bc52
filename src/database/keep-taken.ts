import pg from 'pg'
import { isBroken, sendAtOnce } from './connection.ts'
import { send, sendAlone } from './send.ts'
import type { Ended } from './slow-query.ts'
import type { Asked, Several } from './statement.ts'

/** A statement that somebody waits for. */
export type Wanted = {
  asked: Asked<unknown>
  /** Does something as a part of the request that waits, and not of the one whose connection it is. */
  own: <T>(work: () => T) => T
  resolve: (rows: unknown[]) => void
  reject: (error: unknown) => void
}

/**
 * Keeps what is wanted, one or several of one wording, over a connection that is nobody else's; answers why that is of
 * no use any more.
 */
type KeepTaken = (client: pg.PoolClient, taken: readonly Wanted[]) => Promise<Error | undefined>

/** Keeps several by one statement, and where that is refused each by itself. */
export function keepingOver(pool: pg.Pool, ended: Ended): KeepTaken {
  return async (client, taken) => {
    const [first] = taken
    if (first === undefined) return undefined
    const several = taken.length > 1 ? first.asked.several : undefined
    if (several === undefined) return await keepOne(client, first)
    const unlearnt = several.isKnown() ? undefined : await learn(client, several)
    return unlearnt === undefined ? await keepTogether(client, several, taken) : keepApart(taken, unlearnt)
  }

  async function keepTogether(client: pg.PoolClient, several: Several, taken: readonly Wanted[]) {
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
      const broken = isBroken(error) ? (error as Error) : undefined
      if (isOfWords(error)) several.forget()
      if (!isUnknown(error)) return keepApart(taken, broken ?? (await hasEnded(client)))
      for (const { reject } of taken) reject(error)
      return broken
    }
  }

  async function keepOne(client: pg.PoolClient, { asked, own, resolve, reject }: Wanted) {
    try {
      resolve(await own(() => sendAtOnce(client, () => send(client, asked, ended))))
      return undefined
    } catch (error) {
      reject(error)
      return isBroken(error) ? (error as Error) : undefined
    }
  }

  /**
   * Keeps each over a connection of its own, so that none waits for another; the line's own is `broken`, or can go on.
   */
  function keepApart(taken: readonly Wanted[], broken: Error | undefined): Error | undefined {
    for (const { asked, own, resolve, reject } of taken) {
      own(() => sendAlone(pool, asked, ended)).then(resolve, reject)
    }
    return broken
  }
}

/**
 * Asks what the server knows of a statement; answers why that cannot be had, by which the connection is of no use any
 * more.
 */
const learn = (client: pg.PoolClient, several: Several) => failureOf(several.learn(client))

/**
 * Waits until a transaction is over that has failed: the server tells of the failure first, and then lets go of its
 * rows.
 */
const hasEnded = (client: pg.PoolClient) => failureOf(client.query('select'))

const failureOf = (work: Promise<unknown>): Promise<Error | undefined> =>
  work.then(
    () => undefined,
    (error: Error) => error,
  )

/** Whatever else the server says of a statement it says of one that it has not kept. */
const isUnknown = (error: unknown) => !(error instanceof pg.DatabaseError) || error.code?.startsWith('57P') === true

/** The server does not understand the statement, or what it is given, as it did when it was asked about it. */
const isOfWords = (error: unknown) => /^(?:42|0A|22P)/.test((error as pg.DatabaseError).code ?? '')
