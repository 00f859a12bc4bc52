/**
 * Places for so many requests at once. A caller who has some gets another one only while more are free than the caller
 * has: half of all where nobody else asks, less the more callers there are, and so there is always a place for the next
 * one.
 */
export function createConcurrencyLimiter(max: number) {
  const ofCaller = new Map<string, number>()
  let taken = 0

  function giveBack(caller: string): void {
    const own = (ofCaller.get(caller) ?? 0) - 1
    if (own > 0) ofCaller.set(caller, own)
    else ofCaller.delete(caller)
    taken -= 1
  }

  return {
    /** `full` when there is no place for anybody, `share` when this caller has enough of them. */
    take(caller: string): 'taken' | 'full' | 'share' {
      if (taken >= max) return 'full'
      const own = ofCaller.get(caller) ?? 0
      if (own > 0 && own >= max - taken) return 'share'
      ofCaller.set(caller, own + 1)
      taken += 1
      return 'taken'
    },
    giveBack,
  }
}
