/** `moved`: somebody else was faster. `in vain`: what it has come to does not count. */
export type Outcome<T> = { result: T } | 'moved' | 'in vain'

/** What a change is broken off with where it stands no more, or has to be decided on what is read. */
export const moved = new Error('What a change was decided on has moved')
export const vain = new Error('What a change was decided on is not enough for it')

/** `counts` tells whether what the work has come to, a result or a failure, is to be answered. */
export async function outcomeOf<T>(
  work: Promise<T>,
  counts: (failure?: unknown) => boolean = () => true,
): Promise<Outcome<T>> {
  try {
    const result = await work
    return counts() ? { result } : 'in vain'
  } catch (error) {
    if (error === moved) return 'moved'
    if (error === vain || !counts(error)) return 'in vain'
    throw error
  }
}

/** The rows of what was kept; breaks the change off where it was not. */
export function keptRows<Row>(rows: Row[]): Row[] {
  if (rows.length === 0) throw moved
  return rows
}
