import type { EventEmitter } from 'node:events'
import type pg from 'pg'
import { sqlState } from '../sqlstates.ts'

/** What the driver keeps to itself: how it begins to read what comes over its socket. */
type Inside = { connection: { attachListeners: (stream: Source) => void } }
type Source = Pick<EventEmitter, 'on'> & { destroy: (error: Error) => void }

/**
 * Destroys the connection where the driver cannot read what the server has sent: its parser throws into the socket's
 * event, which would end the process. 08P01 is what the server itself calls a violation of the protocol.
 */
export function destroyWhenGarbled(client: pg.Client): void {
  const { connection } = client as unknown as Inside
  const attach = connection.attachListeners.bind(connection)
  connection.attachListeners = (stream) => {
    const read = (listener: (chunk: Buffer) => void) => (chunk: Buffer) => {
      try {
        listener(chunk)
      } catch (cause) {
        const message = 'The server sent what is not its protocol'
        stream.destroy(Object.assign(new Error(message, { cause }), { code: sqlState.protocolViolation }))
      }
    }
    attach({
      on: (event, listener) => stream.on(event, event === 'data' ? read(listener) : listener),
      destroy: (error) => stream.destroy(error),
    })
  }
}
