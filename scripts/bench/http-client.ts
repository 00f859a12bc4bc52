import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export type HttpReply = { status: number; body: string }
export type HttpClient = {
  send: (method: string, path: string, body?: unknown) => Promise<HttpReply>
  close: () => void
}

/** Milliseconds after which a connection is not reused: the service may be about to close an idle one. */
const restMs = 1_000

/**
 * One keep-alive connection to a service, for requests of which each depends on the response before it; a service may
 * close it between rounds. Supports as much of HTTP as the services of a race use, and costs a fraction of what they
 * do.
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
    if (Number.isNaN(end)) answer?.reject(new Error(`${base} sends no length of its response`))
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
    // Bytes as characters: a length is in bytes.
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
