// Loaded into the service before its own code (`node --import`): random input may name any host. Names do not resolve,
// and only local connections are possible; the service handles that as any failure.
import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import { Socket } from 'node:net'

const buildNotFoundError = (name: string) =>
  Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' })

dns.promises.lookup = (async (name: string) => {
  throw buildNotFoundError(name)
}) as unknown as typeof dns.promises.lookup
syncBuiltinESMExports()

type Target = { path?: string; host?: string }
const connect = Socket.prototype.connect as (...args: unknown[]) => Socket

Socket.prototype.connect = function (this: Socket, ...args: unknown[]): Socket {
  const [first] = args
  // `net.connect` passes its arguments as a list, with the options first.
  const target = (Array.isArray(first) ? first[0] : first) as Target
  const isHere = target.path != null || ['localhost', '127.0.0.1', '::1'].includes(target.host ?? 'localhost')
  if (isHere) return connect.apply(this, args)
  return this.destroy(buildNotFoundError(String(target.host)))
}
