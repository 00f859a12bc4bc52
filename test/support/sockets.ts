import { once } from 'node:events'
import { connect } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** A connection to a service, for what no HTTP client sends; `received` is everything that has come, as latin1. */
export async function dial(base: string, localAddress = '127.0.0.1') {
  const { port } = new URL(base)
  const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress }).setNoDelay(true)
  let received = ''
  socket.on('error', () => {}) // a service that hangs up closes it as well
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    received += chunk
  })
  await once(socket, 'connect')
  return { socket, received: () => received }
}

/** How many connections a service has. */
export const countConnections = ({ server }: FastifyInstance): Promise<number> =>
  new Promise((resolve) => server.getConnections((_error, count) => resolve(count)))
