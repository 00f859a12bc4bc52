import type { Change } from './change.ts'
import type { Clock, Memory } from './remembered.ts'
import type { Asked } from './statement.ts'

/** A change that leaves what it has kept to be remembered, and may be decided on what others have left. */
export type Remembering = Change & {
  /** Whether the row of `asked` is remembered. */
  knows(asked: Asked<unknown>): boolean
  /** That row. */
  recall(asked: Asked<unknown>): object | undefined
}

export function remembering({ under, keep }: Change, memory: Memory, key: string): Remembering {
  let recalled: Clock | undefined
  let heard = Number.NaN
  return {
    knows: (asked) => memory.knows(key, asked),
    recall: (asked) => {
      const known = memory.recall(key, asked)
      recalled = known?.clock
      return known?.row
    },
    under: async (lock, ...some) => {
      const read = await under(lock, ...some)
      recalled = undefined
      // Later than the clock was read, so what is made of it is never ahead of it.
      heard = performance.now()
      return read
    },
    keep: async (asked, leaves) => {
      const rows = await keep(asked)
      if (rows.length === 0 || leaves === undefined) memory.forget(key)
      else memory.keep(key, leaves, recalled ?? { at: leaves.kept.at.getTime(), heard })
      return rows
    },
  }
}

/** Where nothing is remembered. */
export const withoutMemory = ({ under, keep }: Change): Remembering => ({
  under,
  keep,
  knows: () => false,
  recall: () => undefined,
})
