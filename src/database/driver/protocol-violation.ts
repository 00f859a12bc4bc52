import type { EventEmitter } from 'node:events'
import type pg from 'pg'
import { sqlState } from '../sqlstates.ts'

/** Private part of the driver: how it attaches its parser to the socket. */
type Inside = { connection: { attachListeners: (socket: Socket) => void } }
type Socket = Pick<EventEmitter, 'on'> & { destroy: (error: Error) => void }

/**
 * Destroys the connection when the driver cannot parse what the server has sent: its parser throws into the socket's
 * event, which would end the process. 08P01 is the server's own code for a protocol violation.
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
