/** Faults of one message between a service and the database; then the connection is reset. */
export const wireFaults = [
  // Half of what the service sends arrives.
  'request cut',
  // Half of what the database sends arrives.
  'answer cut',
  // A message arrives whole, and its response does not.
  'answer lost',
  // The same, of a COMMIT: the change is stored, and the service does not learn of it.
  'commit lost',
] as const
export type WireFault = (typeof wireFaults)[number]

/** A COMMIT on the wire, as a simple query with its length, or as the text of an unnamed statement that is parsed. */
const commitMessages = ['Q\0\0\0\x0bcommit\0', '\0commit\0']

const isCommit = (message: Buffer) => {
  const text = message.toString('latin1')
  return commitMessages.some((commit) => text.includes(commit))
}

/** The part of a faulty message that still arrives. */
export function sliceRemainder(fault: WireFault, message: Buffer): Buffer {
  return fault === 'request cut' || fault === 'answer cut' ? message.subarray(0, message.length >> 1) : message
}

/** One fault at a time, which applies to the first matching message. */
export function createWireFaults() {
  let awaited: { fault: WireFault; end: (hasApplied: boolean) => void } | undefined

  /**
   * Resolves true once it has applied, false when no message matched in time. A later one replaces one that is pending.
   */
  function armFault(fault: WireFault, withinMs: number): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const end = (hasApplied: boolean) => {
      clearTimeout(timer)
      if (awaited?.end === end) awaited = undefined
      resolve(hasApplied)
    }
    const timer = setTimeout(end, withinMs, false)
    awaited?.end(false)
    awaited = { fault, end }
    return promise
  }

  /** The fault of this message, if any. */
  function takeFault(message: Buffer, from: 'service' | 'database'): WireFault | undefined {
    const commits = from === 'service' && isCommit(message)
    if (awaited === undefined || message.length < 2) return undefined
    const { fault, end } = awaited
    if ((fault === 'answer cut') !== (from === 'database')) return undefined
    if (fault === 'commit lost' && !commits) return undefined
    end(true)
    return fault
  }
  return { armFault, takeFault }
}
