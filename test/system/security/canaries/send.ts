import { Agent, type OutgoingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

export type SendCanaries = { method: string; url: string; headers?: OutgoingHttpHeaders; body?: string | Buffer }
export type Reply = { status: number; body: string }

const agent = new Agent({ keepAlive: true, maxSockets: 16 })

/** A request of any content; a connection that is closed without a response has status 0. */
export const sendCanaries = (base: string, { method, url, headers = {}, body }: SendCanaries): Promise<Reply> =>
  new Promise((resolve) => {
    const sent = request(`${base}${url}`, { method, headers, agent }, (response) => {
      text(response).then(
        (said) => resolve({ status: response.statusCode ?? 0, body: said }),
        () => resolve({ status: 0, body: '' }),
      )
    })
    sent.on('error', () => resolve({ status: 0, body: '' }))
    sent.end(body)
  })

/** Bytes that are no HTTP. */
export const sendMalformed = (base: string, bytes: string): Promise<Reply> =>
  new Promise((resolve) => {
    const { port } = new URL(base)
    const socket = connect(Number(port), '127.0.0.1', () => socket.end(bytes))
    text(socket).then(
      (body) => resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(body)?.[1] ?? 0), body }),
      () => resolve({ status: 0, body: '' }),
    )
    socket.on('error', () => resolve({ status: 0, body: '' }))
  })
