import { Problem } from '#src/contract/problems/problem.ts'

/** Lets one after the other do something about the same thing, in the order in which they came. */
export type Turns = {
  isTaken(key: string): boolean
  /**
   * Waits until everybody who came before is through; the turn is over when what is answered is called, which tells
   * whether somebody waits.
   * @throws Problem `persistence_unavailable` when that takes too long
   */
  take(key: string): Promise<() => boolean>
}

/**
 * Turns within this process; `waitMs` is for how long one waits for his. What the database holds must not depend on
 * them.
 */
export function takeTurns(waitMs: number): Turns {
  /** When the last one in each line is through. */
  const lines = new Map<string, Promise<void>>()

  return {
    isTaken: (key) => lines.has(key),
    take: async (key) => {
      const before = lines.get(key)
      const mine = Promise.withResolvers<void>()
      // Whoever gives up must not let those behind him past those in front.
      const through = before === undefined ? mine.promise : before.then(() => mine.promise)
      lines.set(key, through)
      void through.then(() => {
        if (lines.get(key) === through) lines.delete(key)
      })
      try {
        if (before !== undefined) await within(waitMs, before)
      } catch (error) {
        mine.resolve()
        throw error
      }
      return () => {
        mine.resolve()
        return lines.get(key) !== through
      }
    },
  }
}

/** The turn of one of them, which is taken once at most. */
export type Turn = {
  /** Whether somebody else is at it. */
  isTaken(): boolean
  /** Whether it has come. */
  isMine(): boolean
  take(): Promise<void>
  /** Whether somebody waits whose turn it now is. */
  end(): boolean
}

export function turnAt(turns: Turns, key: string): Turn {
  let end: (() => boolean) | undefined
  return {
    isTaken: () => end === undefined && turns.isTaken(key),
    isMine: () => end !== undefined,
    take: async () => {
      end ??= await turns.take(key)
    },
    end: () => end?.() === true,
  }
}

async function within(ms: number, event: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Problem('persistence_unavailable')), ms)
  try {
    await Promise.race([event, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
