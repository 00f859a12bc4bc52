import pg from 'pg'
import type { All, RowsOf, Steps } from './change.ts'
import type { Turn } from './in-turn.ts'
import type { Remembering } from './remembering.ts'
import type { Asked } from './statement.ts'
import { mayStayUnread } from './unread.ts'

/** What a change is decided on and kept by, and the wait for its turn; `counts` tells whether what it has come to, a result or a failure, is to be answered. */
export type Road = {
  steps: Steps
  /** False where somebody before it has left something else. */
  inTurn: () => Promise<boolean>
  counts: (failure?: unknown) => boolean
}

/**
 * A change that is decided on what is remembered, where there is that, and else on what is read. Of the first only what is kept counts, for keeping compares,
 * and what has failed while it was kept. Nobody waits for his turn but to keep; who has waited may find that the one before him has left something else.
 */
export function fromMemory(free: Remembering, turn: Turn): Road {
  let stands: 'read' | 'remembered' | 'keeping' = 'read'

  const inTurn = async () => {
    if (stands === 'read') return await unlessTaken(turn)
    stands = 'keeping'
    await turn.take()
    return free.isStill()
  }
  const steps: Steps = {
    under: async <const Some extends All>(lock: Asked<unknown>, ...some: Some) => {
      const [asked, ...more] = some
      const row = asked === undefined || !more.every(mayStayUnread) ? undefined : free.recall(asked)
      if (row === undefined) return await free.under(lock, ...some)
      stands = 'remembered'
      return { held: true, rows: [[row], ...more.map(() => undefined)] as unknown as RowsOf<Some> }
    },
    keep: async (asked, leaves) => ((await inTurn()) ? await free.keep(asked, leaves) : []),
  }
  const counts = (failure?: unknown) => {
    if (stands === 'keeping') return !isOfOtherRows(failure)
    return stands === 'read'
  }
  return { steps, inTurn, counts }
}

/** A change that is decided on what is read. Whoever finds another one at it has read in vain, and need not ask the database to know. */
export function fromRead(free: Remembering, turn: Turn): Road {
  const inTurn = () => unlessTaken(turn)
  const keep: Steps['keep'] = async (asked, leaves) => ((await inTurn()) ? await free.keep(asked, leaves) : [])
  return { steps: { under: free.under, keep }, inTurn, counts: () => true }
}

async function unlessTaken(turn: Turn): Promise<boolean> {
  if (turn.isTaken()) return false
  await turn.take()
  return true
}

/** Rows are not as they are remembered: a rule of theirs was broken (class 23), or a part of the statement found none (22012, ./or-fail.ts). */
const isOfOtherRows = (error: unknown) =>
  error instanceof pg.DatabaseError && (error.code === '22012' || error.code?.startsWith('23') === true)
