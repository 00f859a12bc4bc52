/**
 * Bounds concurrent requests, and lets none wait. A caller with running requests gets another slot only while more
 * slots are free than it holds: half of all for a single caller, less with more callers, so that a new caller always
 * finds one.
 */
export function createBulkhead(slotsMax: number) {
  const ofCaller = new Map<string, number>()
  let used = 0

  function release(caller: string): void {
    const held = (ofCaller.get(caller) ?? 0) - 1
    if (held > 0) ofCaller.set(caller, held)
    else ofCaller.delete(caller)
    used -= 1
  }

  return {
    /** `full`: no slot is free; `caller_limit`: this caller holds its share of them. */
    take(caller: string): 'taken' | 'full' | 'caller_limit' {
      if (used >= slotsMax) return 'full'
      const held = ofCaller.get(caller) ?? 0
      if (held > 0 && held >= slotsMax - used) return 'caller_limit'
      ofCaller.set(caller, held + 1)
      used += 1
      return 'taken'
    },
    release,
  }
}
