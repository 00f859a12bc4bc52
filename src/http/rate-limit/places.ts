/**
 * Limits concurrent requests. A caller with running requests gets another slot only while more slots are free than it
 * holds: half of all for a single caller, less with more callers, so that a new caller always finds one.
 */
export function createConcurrencyLimiter(max: number) {
  const ofCaller = new Map<string, number>()
  let used = 0

  function refund(caller: string): void {
    const own = (ofCaller.get(caller) ?? 0) - 1
    if (own > 0) ofCaller.set(caller, own)
    else ofCaller.delete(caller)
    used -= 1
  }

  return {
    /** `full`: no slot at all; `share`: this caller holds its share. */
    take(caller: string): 'taken' | 'full' | 'share' {
      if (used >= max) return 'full'
      const own = ofCaller.get(caller) ?? 0
      if (own > 0 && own >= max - used) return 'share'
      ofCaller.set(caller, own + 1)
      used += 1
      return 'taken'
    },
    refund,
  }
}
