import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import type { Test } from 'tap'

const protocol = 196_608
const terminate = Buffer.from([0x58, 0, 0, 0, 4])
const readyForQuery = Buffer.from([0x5a, 0, 0, 0, 5, 0x49])

/**
 * A pooler with one session, in the state in which the client before has left it. Clients come one at a time.
 * @returns the address that leads to the session
 */
export async function openSharedSession(t: Test, url: string): Promise<string> {
  const { session, greeting } = await signIn(new URL(url))
  const server = createServer((client: Socket) => {
    let isKnown = false
    const answer = (bytes: Buffer) => void client.write(bytes)
    client.on('error', () => {}).on('close', () => session.off('data', answer))
    client.on('data', (bytes) => {
      if (isKnown) {
        const isLast = bytes.subarray(-terminate.length).equals(terminate)
        session.write(isLast ? bytes.subarray(0, -terminate.length) : bytes)
        return
      }
      isKnown = true
      client.write(greeting)
      session.on('data', answer)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => {
    session.destroy()
    server.close()
  })
  const { port } = server.address() as { port: number }
  return `postgresql://127.0.0.1:${port}${new URL(url).pathname}?sslmode=disable`
}

/** Signs in over the server's socket, which trusts any process that can open it. */
async function signIn({ searchParams, username, pathname }: URL): Promise<{ session: Socket; greeting: Buffer }> {
  const session = connect(`${searchParams.get('host')}/.s.PGSQL.${searchParams.get('port')}`)
  await once(session, 'connect')
  const parameters = Buffer.from(`user\0${username}\0database\0${pathname.slice(1)}\0\0`)
  const head = Buffer.alloc(8)
  head.writeInt32BE(8 + parameters.length, 0)
  head.writeInt32BE(protocol, 4)
  session.write(Buffer.concat([head, parameters]))
  let greeting = Buffer.alloc(0)
  while (!greeting.subarray(-readyForQuery.length).equals(readyForQuery)) {
    const [bytes] = (await once(session, 'data')) as [Buffer]
    greeting = Buffer.concat([greeting, bytes])
  }
  return { session, greeting }
}
