import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { createProxyCheck, listCountedNetworks } from '#src/auth/client-address.ts'
import type { Config } from '#src/config.ts'

/** Requests on one connection without a response yet; a client that pipelines usually sends only a few ahead. */
const unansweredMax = 32

/** What is limited of connections, before a request is read. */
export default fp(
  async (app: FastifyInstance, { config }: { config: Config }) => {
    limitConnections(app, config)
    limitPipelining(app)
  },
  { name: 'connections' },
)

/** The connections of a network: how many are open, and those that have sent no request yet, the oldest first. */
type Network = { name: string; openMax: number; open: number; unused: Set<Socket> }

/** What trusted proxies are counted by, who have many clients. */
const proxies = { network: 'proxies', limitFactor: Number.POSITIVE_INFINITY }

/**
 * Limits the connections of the process, and those of one address, unless that is a trusted proxy. A connection without
 * a request yet gives way to a newcomer in a full process, and is closed with the service: Node has no timeout for it,
 * and browsers open such connections in advance.
 */
function limitConnections(app: FastifyInstance, config: Config): void {
  const { connectionsMax, connectionsPerAddressMax } = config.limits
  const isProxy = createProxyCheck(config)
  const networks = new Map<string, Network>()
  const networksOf = new WeakMap<Socket, Network[]>()
  let openCount = 0
  const listNetworks = (address: string | undefined): Network[] => {
    const counted = address === undefined || isProxy(address) ? [proxies] : listCountedNetworks(address)
    return counted.map(({ network: name, limitFactor }) => {
      const openMax = limitFactor * connectionsPerAddressMax
      return networks.get(name) ?? { name, openMax, open: 0, unused: new Set() }
    })
  }
  const setUsed = (socket: Socket) => {
    for (const { unused } of networksOf.get(socket) ?? []) unused.delete(socket)
  }
  /** Closes the oldest unused connection of the network with most of them. @returns whether there was one */
  const closeUnused = (): boolean => {
    let most = new Set<Socket>()
    for (const { unused } of networks.values()) if (unused.size > most.size) most = unused
    const [socket] = most
    if (socket === undefined) return false
    setUsed(socket)
    socket.destroy()
    return true
  }
  app.server.on('connection', (socket: Socket) => {
    const counted = listNetworks(socket.remoteAddress)
    const isFull = counted.some(({ open, openMax }) => open >= openMax)
    if (isFull || (openCount >= connectionsMax && !closeUnused())) {
      socket.destroy()
      return
    }
    openCount += 1
    networksOf.set(socket, counted)
    for (const network of counted) {
      network.open += 1
      network.unused.add(socket)
      networks.set(network.name, network)
    }
    socket.once('close', () => {
      openCount -= 1
      setUsed(socket)
      for (const network of counted) {
        network.open -= 1
        if (network.open === 0) networks.delete(network.name)
      }
    })
  })
  app.server.on('request', ({ socket }: IncomingMessage) => setUsed(socket))
  app.addHook('preClose', async () => {
    while (closeUnused());
  })
}

/**
 * Closes a connection on which too many requests are sent ahead of their answers. Node parses all requests of a packet
 * in one iteration of the event loop, so that a packet of 64 KiB, two thousand requests, would delay all other callers.
 */
function limitPipelining(app: FastifyInstance): void {
  const listeners = app.server.listeners('request') as RequestListener[]
  const unanswered = new WeakMap<Socket, number>()
  app.server.removeAllListeners('request').on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    const count = (unanswered.get(socket) ?? 0) + 1
    if (count > unansweredMax) {
      stopParsing(socket)
      socket.destroy()
      return
    }
    unanswered.set(socket, count)
    response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1))
    for (const listener of listeners) listener(request, response)
  })
}

/** Private part of Node's server: the parser of a connection, and what it calls for each request. */
type Inside = { parser?: { onIncoming?: () => number } }

/** What `onIncoming` returns for a protocol upgrade, after which the parser leaves the rest of the packet alone. */
const upgrade = 2

/** Destroying the connection does not stop its parser, which would go on to the end of the packet. */
function stopParsing(socket: Socket): void {
  const { parser } = socket as Inside
  if (parser) parser.onIncoming = () => upgrade
}
