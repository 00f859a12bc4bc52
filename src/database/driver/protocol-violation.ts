import type { EventEmitter } from 'node:events'
import type pg from 'pg'
import { sqlState } from '../sqlstates.ts'

/** What the driver keeps to itself: how it begins to read what comes over its socket. */
type Inside = { connection: { attachListeners: (socket: Socket) => void } }
type Socket = Pick<EventEmitter, 'on'> & { destroy: (error: Error) => void }

/**
 * Destroys the connection where the driver cannot read what the server has sent: its parser throws into the socket's
 * event, which would end the process. 08P01 is what the server itself calls a violation of the protocol.
 */
export function destroyOnProtocolViolation(client: pg.Client): void {
  const { connection } = client as unknown as Inside
  const attach = connection.attachListeners.bind(connection)
  connection.attachListeners = (socket) => {
    const guard = (listener: (chunk: Buffer) => void) => (chunk: Buffer) => {
      try {
        listener(chunk)
      } catch (cause) {
        const message = 'The server sent what is not its protocol'
        socket.destroy(Object.assign(new Error(message, { cause }), { code: sqlState.protocolViolation }))
      }
    }
    attach({
      on: (event, listener) => socket.on(event, event === 'data' ? guard(listener) : listener),
      destroy: (error) => socket.destroy(error),
    })
  }
}
