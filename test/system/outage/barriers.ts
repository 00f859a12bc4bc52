/** Whether the message itself still arrives, and only its response does not; `open`: nothing is stopped. */
export type Side = 'before' | 'after' | 'open'

/** Stops all traffic at the n-th message of the service, so that it can be killed exactly there. */
export function createBarriers() {
  let sent = 0
  let awaited: { messageNumber: number; side: Side; reach: () => void } | undefined
  let isStopped = false

  /** Counts from now on; resolves at the n-th message, and from then on nothing passes. */
  function waitForMessage(messageNumber: number, side: Side): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    sent = 0
    awaited = { messageNumber, side, reach: resolve }
    return promise
  }

  /** Whether a message gets lost here. */
  function blocks(from: 'service' | 'database'): boolean {
    if (isStopped) return true
    if (from === 'database') return false
    sent += 1
    if (awaited === undefined || sent < awaited.messageNumber) return false
    const { side, reach } = awaited
    awaited = undefined
    isStopped = side !== 'open'
    reach()
    return side === 'before'
  }

  /** Lets everything pass again, and restarts the count. */
  function pass(): void {
    isStopped = false
    awaited = undefined
    sent = 0
  }
  return { waitForMessage, blocks, messages: () => sent, pass }
}
