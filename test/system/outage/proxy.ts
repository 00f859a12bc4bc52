import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as after } from 'node:timers/promises'
import type { TestEnvironment } from '../environment.ts'
import { createBarriers } from './barriers.ts'
import { createWireFaults, sliceRemainder } from './wire-faults.ts'

export type DatabaseProxy = Awaited<ReturnType<typeof openProxy>>

/** Milliseconds after which a connection is counted: the end of its predecessor may be seen a little later. */
const settledMs = 20

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

  const server = createServer((service) => {
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

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const sever = () => {
    for (const socket of near) reset(socket)
  }
  environment.teardown(() => {
    server.close()
    silence?.resolve()
    sever()
  })
  const { port } = server.address() as AddressInfo
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
