import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { quotes, sourceText } from '../data/answers.ts'
import type { Artist, Calls } from './artists.ts'

/** The calls of a client of the service. */
export function openHttpCalls(base: string, authorization: string): Calls {
  const { send } = openHttpClient(base, authorization)

  async function call(method: string, path: string, body?: unknown): Promise<string> {
    const reply = await send(method, path, body)
    if (reply.status !== 200) throw new Error(`${base}: ${method} ${path} was answered ${reply.status} ${reply.body}`)
    return reply.body
  }
  const buildPath = (artistId: string) => `/api/artist/${artistId}/interview`
  return {
    read: async ({ artistId, id }) => void (await call('GET', `${buildPath(artistId)}/responses/${id}`)),
    revise: async ({ artistId, id, revision }, answer) => {
      const body = { expectedRevision: revision, answer }
      return JSON.parse(await call('PATCH', `${buildPath(artistId)}/responses/${id}`, body)).response.revision
    },
    start: async ({ id }) =>
      JSON.parse(await call('POST', `${buildPath(id)}/session`, { requestId: randomUUID() })).session,
    offer: async (artist, session, memorySnapshotId) => {
      const body = {
        ordinal: 1,
        memorySnapshotId,
        question: 'What is behind this passage?',
        references: buildReferences(artist),
      }
      return JSON.parse(await call('POST', `${buildPath(artist.id)}/session/${session.id}/offer`, body)).question
    },
    answer: async ({ id }, question, answer) => {
      const body = { expectedRevision: question.revision, answer }
      return JSON.parse(await call('POST', `${buildPath(id)}/answers/${question.id}`, body)).question.revision
    },
    finish: async ({ id }, session) => void (await call('POST', `${buildPath(id)}/session/${session.id}/finish`, {})),
  }
}

/** Both passages of the artist's source. */
export const buildReferences = ({ id, sourceRevision: revision }: Pick<Artist, 'id' | 'sourceRevision'>) =>
  quotes.map((quote) => {
    const start = sourceText.indexOf(quote)
    return { kind: 'original', sourceId: `vault:${id}`, revision, start, end: start + quote.length, quote } as const
  })

export type HttpReply = { status: number; body: string }
export type HttpClient = { send: (method: string, path: string, body?: unknown) => Promise<HttpReply> }

/** A connection that was idle for longer is opened again: the service may be about to close it. */
const idleMsMax = 1_000

/**
 * One keep-alive connection for requests that depend on the reply before them. Knows as much of HTTP as the entrants
 * speak, at a fraction of what a whole client costs.
 */
export function openHttpClient(base: string, authorization: string): HttpClient {
  const { hostname, port } = new URL(base)
  let socket: Socket | undefined
  let received = ''
  let answer: PromiseWithResolvers<HttpReply> | undefined
  let answeredAt = Number.NEGATIVE_INFINITY

  function receive(chunk: string): void {
    received += chunk
    const head = received.indexOf('\r\n\r\n')
    if (head < 0) return
    const end = head + 4 + Number(/\r\ncontent-length: (\d+)/i.exec(received.slice(0, head))?.[1])
    if (Number.isNaN(end)) answer?.reject(new Error(`${base} sends no content-length`))
    if (!(received.length >= end)) return
    answeredAt = performance.now()
    answer?.resolve({ status: Number(received.slice(9, 12)), body: received.slice(head + 4, end) })
    received = received.slice(end)
  }

  function close(): void {
    socket?.destroy()
    socket = undefined
  }

  async function dial(): Promise<Socket> {
    close()
    const dialled = connect(Number(port), hostname)
    await once(dialled, 'connect')
    // Bytes as characters: content-length counts bytes.
    dialled.setNoDelay(true).setEncoding('latin1').on('data', receive)
    dialled.on('error', () => {}) // it closes as well
    dialled.on('close', () => {
      if (socket === dialled) answer?.reject(new Error(`${base} hung up`))
    })
    received = ''
    return dialled
  }

  return {
    send: async (method, path, body) => {
      const text = body === undefined ? '' : JSON.stringify(body)
      const type = text === '' ? '' : 'content-type: application/json\r\n'
      const isFresh = socket?.readyState === 'open' && performance.now() - answeredAt < idleMsMax
      if (!isFresh) socket = await dial()
      answer = Promise.withResolvers()
      socket?.write(
        `${method} ${path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\nauthorization: ${authorization}\r\n${type}content-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
      )
      return await answer.promise
    },
  }
}
