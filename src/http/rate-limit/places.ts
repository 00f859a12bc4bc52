/**
 * Limits concurrent requests. A caller with running requests gets another slot only while more slots are free than it
 * holds: half of all for a single caller, less with more callers, so that a new caller always finds one.
 */
export function createConcurrencyLimiter(max: number) {
  const ofCaller = new Map<string, number>()
  let used = 0

  function refund(caller: string): void {
    const remaining = (ofCaller.get(caller) ?? 0) - 1
    if (remaining > 0) ofCaller.set(caller, remaining)
    else ofCaller.delete(caller)
    used -= 1
  }

  return {
    /** `full`: no slot at all; `share`: this caller holds its share. */
    take(caller: string): 'taken' | 'full' | 'share' {
      if (used >= max) return 'full'
      const remaining = ofCaller.get(caller) ?? 0
      if (remaining > 0 && remaining >= max - used) return 'share'
      ofCaller.set(caller, remaining + 1)
      used += 1
      return 'taken'
    },
    refund,
  }
}
