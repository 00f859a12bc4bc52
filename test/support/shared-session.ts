import { Socket } from 'node:net'
import pg from 'pg'
import type { Test } from 'tap'
import { startTcpServer } from './local-server.ts'

const terminate = Buffer.from([0x58, 0, 0, 0, 4])
const authenticationOk = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0])

/**
 * A pooler with one session, in the state in which the client before has left it. Clients come one at a time.
 * @returns the address that leads to the session
 */
export async function openSharedSession(t: Test, url: string): Promise<string> {
  const { session, greeting } = await signIn(url)
  const port = await startTcpServer(t, (client) => {
    let isKnown = false
    const answer = (bytes: Buffer) => void client.write(bytes)
    client.on('close', () => session.off('data', answer))
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
  t.teardown(() => session.destroy())
  return `postgresql://127.0.0.1:${port}${new URL(url).pathname}?sslmode=disable`
}

/** The driver signs in on a socket of ours; what the server said since it was content greets each client. */
async function signIn(url: string): Promise<{ session: Socket; greeting: Buffer }> {
  const session = new Socket()
  const said: Buffer[] = []
  session.on('data', (bytes) => said.push(bytes))
  const client = new pg.Client({ connectionString: url, stream: () => session })
  client.on('error', () => {}) // the session is destroyed at the end
  await client.connect()
  session.removeAllListeners('data')
  const bytes = Buffer.concat(said)
  return { session, greeting: bytes.subarray(bytes.indexOf(authenticationOk)) }
}
