import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { TestEnvironment } from '../environment.ts'

export type MovingAddress = Awaited<ReturnType<typeof openMovingAddress>>

/**
 * One address for the current server, as a virtual address or a name is to services; `move` is the operator's switch.
 */
export async function openMovingAddress(environment: Pick<TestEnvironment, 'teardown'>, first: string) {
  let target = new URL(first)
  const open = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one.setNoDelay(true).on('error', () => {})
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const sever = () => {
    for (const socket of open) socket.destroy()
  }
  environment.teardown(() => {
    server.close()
    sever()
  })
  const { port } = server.address() as AddressInfo
  const url = Object.assign(new URL(first), { hostname: '127.0.0.1', port: String(port), search: '?sslmode=disable' })
  return {
    url: url.href,
    move(to: string): void {
      target = new URL(to)
      sever()
    },
  }
}
