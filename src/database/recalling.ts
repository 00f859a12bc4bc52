import pg from 'pg'
import type { All, Change, RowsOf } from './change.ts'
import { isBroken } from './connection.ts'
import type { Clock, Memory } from './remembered.ts'
import type { Asked } from './statement.ts'

/** A change that is decided on what is read, and whose end is remembered. */
export function remembering({ under, keep }: Change, memory: Memory, key: string): Change {
  let heard = Number.NaN
  return {
    under: async (lock, ...some) => {
      const read = await under(lock, ...some)
      // Later than the clock was read, so what is made of it is never ahead of it.
      heard = performance.now()
      return read
    },
    keep: async (asked, leaves) => {
      const rows = await keep(asked, leaves)
      if (rows.length === 0 || leaves === undefined) memory.forget(key)
      else memory.keep(key, leaves, { at: leaves.kept.at.getTime(), heard })
      return rows
    },
  }
}

/**
 * Runs `work` on what is remembered. Undefined unless that was kept: nothing was written then, and nobody may be told what it came to.
 * @throws what keeping failed with, where nobody knows whether it did
 */
export async function asRemembered<T>(
  work: (change: Change) => Promise<T>,
  { keep }: Change,
  memory: Memory,
  key: string,
): Promise<{ result: T } | undefined> {
  let clock: Clock | undefined
  let state = 'decided' as 'decided' | 'sent' | 'kept'

  const steps: Change = {
    under: async <const Some extends All>(_lock: Asked<unknown>, ...some: Some) => {
      const [asked, ...more] = some
      const recalled = asked && more.length === 0 ? memory.recall(key, asked) : undefined
      if (recalled === undefined) throw unknown
      clock = recalled.clock
      return { held: true, rows: [[recalled.row]] as unknown as RowsOf<Some> }
    },
    keep: async (asked, leaves) => {
      if (clock === undefined) throw unknown
      state = 'sent'
      const rows = await keep(asked)
      if (rows.length === 0) throw unknown
      state = 'kept'
      if (leaves === undefined) memory.forget(key)
      else memory.keep(key, leaves, clock)
      return rows
    },
  }
  try {
    const result = await work(steps)
    if (state === 'kept') return { result }
  } catch (error) {
    const isRefused = error === unknown || state === 'decided' || (state === 'sent' && isSaid(error))
    if (!isRefused) throw error
  }
  if (clock !== undefined) memory.forget(key)
  return undefined
}

/** What is remembered does not do. */
const unknown = new Error('What is remembered is not what a change can be decided on')

/** The server has said that it wrote nothing. */
const isSaid = (error: unknown) => error instanceof pg.DatabaseError && !isBroken(error)
