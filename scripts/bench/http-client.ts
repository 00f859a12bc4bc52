import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export type HttpReply = { status: number; body: string }
export type HttpClient = {
  send: (method: string, path: string, body?: unknown) => Promise<HttpReply>
  close: () => void
}

/**
 * Milliseconds after which nobody trusts a connection any more: a service ends it while others have their turn, and may
 * be about to.
 */
const restMs = 1_000

/**
 * One connection to a service that is kept open, for requests of which each depends on the answer before it; a service
 * may close it while others have their turn. Knows as much of HTTP as the services of a race speak, and costs a
 * fraction of what they do.
 */
export function openHttpClient(base: string, authorization: string): HttpClient {
  const { hostname, port } = new URL(base)
  let socket: Socket | undefined
  let heard = ''
  let answer: PromiseWithResolvers<HttpReply> | undefined
  let answeredAt = Number.NEGATIVE_INFINITY

  function hear(chunk: string): void {
    heard += chunk
    const head = heard.indexOf('\r\n\r\n')
    if (head < 0) return
    const end = head + 4 + Number(/\r\ncontent-length: (\d+)/i.exec(heard.slice(0, head))?.[1])
    if (Number.isNaN(end)) answer?.reject(new Error(`${base} does not tell how long its answer is`))
    if (!(heard.length >= end)) return
    answeredAt = performance.now()
    answer?.resolve({ status: Number(heard.slice(9, 12)), body: heard.slice(head + 4, end) })
    heard = heard.slice(end)
  }

  function close(): void {
    socket?.destroy()
    socket = undefined
  }

  async function dial(): Promise<Socket> {
    close()
    const dialled = connect(Number(port), hostname)
    await once(dialled, 'connect')
    // Bytes as characters: a length is told in bytes.
    dialled.setNoDelay(true).setEncoding('latin1').on('data', hear)
    dialled.on('error', () => {}) // it closes as well
    dialled.on('close', () => {
      if (socket === dialled) answer?.reject(new Error(`${base} hung up`))
    })
    heard = ''
    return dialled
  }

  return {
    send: async (method, path, body) => {
      const text = body === undefined ? '' : JSON.stringify(body)
      const type = text === '' ? '' : 'content-type: application/json\r\n'
      const isFresh = socket?.readyState === 'open' && performance.now() - answeredAt < restMs
      if (!isFresh) socket = await dial()
      answer = Promise.withResolvers()
      socket?.write(
        `${method} ${path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\nauthorization: ${authorization}\r\n${type}content-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
      )
      return await answer.promise
    },
    close,
  }
}
