import type { Change } from './change.ts'

/**
 * A way to keep, and to work while it is kept. `keep` sends its statement before it first waits, where the turn has
 * come.
 */
export const keepingBy = (keep: Change['keep']): Pick<Change, 'keep' | 'keepWhile'> => ({
  keep,
  keepWhile: async (asked, leaves, working) => {
    const keeping = keep(asked, leaves)
    try {
      const made = working()
      await keeping
      return made
    } catch (error) {
      // Whatever the work fails with, nothing goes on while nobody knows whether it was kept. A failure to keep is the
      // one to tell.
      await keeping
      throw error
    }
  },
})
