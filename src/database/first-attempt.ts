import pg from 'pg'
import type { All, Change, RowsOf } from './change.ts'
import { isBroken } from './connection.ts'
import type { Turn } from './in-turn.ts'
import type { Remembering } from './remembering.ts'
import type { Asked } from './statement.ts'

/** `counts` tells whether what the change has come to, a result or a failure, is to be answered. */
export type FirstAttempt = { steps: Change; counts: (failure?: unknown) => boolean }

/**
 * A change that is decided on what is remembered where there is that, in its turn, and else on what is read. Of the first nothing counts but what is
 * kept, for keeping compares, and a failure after which nobody knows whether it was. Whoever finds another one at it has read in vain, and need not ask
 * the database to know.
 */
export function firstAttempt(free: Remembering, turn: Turn): FirstAttempt {
  let stands: 'read' | 'remembered' | 'sent' | 'kept' = 'read'

  const steps: Change = {
    under: async <const Some extends All>(lock: Asked<unknown>, ...some: Some) => {
      const [asked, ...more] = some
      if (asked === undefined || more.length > 0 || !free.knows(asked)) return await free.under(lock, ...some)
      await turn.take()
      const row = free.recall(asked)
      // Whoever was at it before may have left something else.
      if (row === undefined) return await free.under(lock, ...some)
      stands = 'remembered'
      return { held: true, rows: [[row]] as unknown as RowsOf<Some> }
    },
    keep: async (asked, leaves) => {
      if (turn.isTaken()) return []
      await turn.take()
      if (stands === 'remembered') stands = 'sent'
      const rows = await free.keep(asked, leaves)
      if (stands === 'sent' && rows.length > 0) stands = 'kept'
      return rows
    },
  }
  const counts = (failure?: unknown) =>
    stands === 'read' || stands === 'kept' || (stands === 'sent' && failure !== undefined && !isSaid(failure))
  return { steps, counts }
}

/** The server has said that it wrote nothing. */
const isSaid = (error: unknown) => error instanceof pg.DatabaseError && !isBroken(error)
