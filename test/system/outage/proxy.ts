import { connect, type Socket } from 'node:net'
import { setTimeout as after } from 'node:timers/promises'
import { startTcpServer } from '../../support/local-server.ts'
import type { TestEnvironment } from '../environment.ts'

export type DatabaseProxy = Awaited<ReturnType<typeof openProxy>>

/** Milliseconds after which a connection is counted: the end of its predecessor may be seen a little later. */
const settledMs = 200

/**
 * A proxy between the services and the database, on a TCP port; `url` leads through it. Counts the connections that
 * come in.
 */
export async function openProxy(environment: Pick<TestEnvironment, 'teardown'>, database: string) {
  const target = new URL(database)
  const near = new Set<Socket>()
  const { armFault, takeFault } = createWireFaults()
  const { waitForMessage, blocks, messages, pass } = createBarriers()
  let [openMax, delayMs] = [0, 0]
  let silence: PromiseWithResolvers<void> | undefined

  const port = await startTcpServer(environment, (service) => {
    const database = dial(target)
    near.add(service)
    void after(settledMs).then(() => {
      openMax = Math.max(openMax, near.size)
    })
    for (const over of ['end', 'close']) service.on(over, () => near.delete(service))
    for (const socket of [service, database]) socket.setNoDelay(true).on('error', () => {})
    forward(service, database, 'service', () => database.end(() => reset(service)))
    forward(database, service, 'database', () => reset(service))
  })

  /**
   * Forwards what comes, in its order: late under a delay, and after a silence everything sent during it, as TCP does.
   */
  function forward(from: Socket, to: Socket, who: 'service' | 'database', onSent: () => void): void {
    let line: Promise<unknown> = Promise.resolve()
    // Several statements may be in flight: after a cut nothing more arrives, as in TCP.
    let isCut = false
    const runInOrder = (step: () => void) => {
      line = line.then(async () => {
        if (delayMs > 0) await after(delayMs)
        await silence?.promise
        step()
      })
    }
    from.on('close', () => runInOrder(() => to.end()))
    from.on('data', (message: Buffer) =>
      runInOrder(() => {
        if (isCut || to.writableEnded || to.destroyed || blocks(who)) return
        const fault = takeFault(message, who)
        if (fault === undefined) {
          to.write(message)
          return
        }
        isCut = true
        to.write(sliceRemainder(fault, message), onSent)
      }),
    )
  }

  const sever = () => {
    for (const socket of near) reset(socket)
  }
  environment.teardown(() => {
    silence?.resolve()
    sever()
  })
  const url = Object.assign(new URL(target), { hostname: '127.0.0.1', port: String(port), search: '?sslmode=disable' })
  return {
    url: url.href,
    /** Connections at this moment. */
    open: () => near.size,
    /** The most there were at any moment when one was opened. */
    openMax: () => openMax,
    armFault,
    waitForMessage,
    messages,
    pass,
    /** Resets every connection. */
    sever,
    /** Sends nothing more in either direction, also to new connections; none is closed. */
    silence: () => {
      silence ??= Promise.withResolvers()
    },
    speak: () => {
      silence?.resolve()
      silence = undefined
    },
    /** Milliseconds that each message takes in each direction from now on. */
    delay: (ms: number) => {
      delayMs = ms
    },
  }
}

/** A socket that is being closed gracefully cannot be reset any more: Node would wait for its end for ever. */
const reset = (socket: Socket) => (socket.writableEnded ? socket.destroy() : socket.resetAndDestroy())

const dial = (target: URL): Socket => connect(Number(target.port || 5432), target.hostname)

/** Whether the message itself still arrives, and only its response does not; `open`: nothing is stopped. */
export type Side = 'before' | 'after' | 'open'

/** Stops all traffic at the n-th message of the service, so that it can be killed exactly there. */
function createBarriers() {
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
type WireFault = (typeof wireFaults)[number]

/** A COMMIT on the wire, as a simple query with its length, or as the text of an unnamed statement that is parsed. */
const commitMessages = ['Q\0\0\0\x0bcommit\0', '\0commit\0']

const isCommit = (message: Buffer) => {
  const text = message.toString('latin1')
  return commitMessages.some((commit) => text.includes(commit))
}

/** The part of a faulty message that still arrives. */
function sliceRemainder(fault: WireFault, message: Buffer): Buffer {
  return fault === 'request cut' || fault === 'answer cut' ? message.subarray(0, message.length >> 1) : message
}

/** One fault at a time, which applies to the first matching message. */
function createWireFaults() {
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
