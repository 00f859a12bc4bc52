import type { Asked } from '#src/database/statement.ts'
import type { Steps } from './change.ts'
import type { Memory, Recalled } from './remembered.ts'

/** A change that leaves what it has kept to be remembered, and may be decided on what others have left. */
export type Remembering = Steps & {
  /** The row of `asked` where it is remembered. */
  recall(asked: Asked<unknown>): object | undefined
  /** Whether what was recalled is still what is remembered. */
  isStill(): boolean
}

export function remembering({ under, keep }: Steps, memory: Memory, key: string): Remembering {
  let recalled: Recalled | undefined
  let heard = Number.NaN
  return {
    recall: (asked) => {
      recalled = memory.recall(key, asked)
      return recalled?.row
    },
    isStill: () => recalled !== undefined && memory.isNewest(key, recalled.hash),
    under: async (lock, ...some) => {
      const read = await under(lock, ...some)
      recalled = undefined
      // Later than the clock was read, so what is made of it is never ahead of it.
      heard = memory.now()
      return read
    },
    keep: async (asked, leaves) => {
      const rows = await keep(asked).catch((error: unknown) => {
        memory.forget(key)
        throw error
      })
      if (rows.length === 0 || leaves === undefined) memory.forget(key)
      else memory.keep(key, leaves, recalled?.clock ?? { at: leaves.kept.at.getTime(), heard })
      return rows
    },
  }
}

/** Where nothing is remembered. */
export const withoutMemory = ({ under, keep }: Steps): Remembering => ({
  under,
  keep,
  recall: () => undefined,
  isStill: () => false,
})
