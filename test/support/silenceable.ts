import { once } from 'node:events'
import { createServer, connect as dial, type Socket } from 'node:net'
import type { Test } from 'tap'

/** A proxy before the server that can stop forwarding on its open connections, without closing one. */
export async function openSilenceableProxy(t: Test, url: string) {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  const proxy = createServer((near) => {
    const far = dial(Number(target.port), target.hostname)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {}) // either end may hang up on the other
      socket.on('close', () => sockets.delete(socket))
    }
    near.pipe(far).pipe(near)
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => {
    for (const socket of sockets) socket.destroy()
    proxy.close()
  })
  const address = proxy.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const silence = () => {
    for (const socket of sockets) socket.unpipe().pause()
  }
  return {
    url: Object.assign(new URL(url), { port: String(port) }).href,
    silence,
  }
}
