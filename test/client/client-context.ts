import { once } from 'node:events'
import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Test } from 'tap'
import { type ClientOptions, createArtistClient, createClient } from '../../src/clients/typescript/index.ts'
import type { Providers } from '../../src/research/providers/index.ts'
import { passage } from '../sessions/interview.ts'
import { assertConforms } from '../support/conforms.ts'
import { createListeningContext } from '../support/listening-context.ts'
import { startServer } from '../support/local-server.ts'
import { buildCitation } from '../support/test-context.ts'

/** The published client, of the artist's claimant, before a real service behind an unreliable proxy. */
export async function createClientContext(t: Test, env: Record<string, string> = {}, providers: Providers = {}) {
  const context = await createListeningContext(t, env, providers)
  const proxy = await createFaultyProxy(t, context.base)
  const waits: number[] = []
  const token = await context.token('owner')
  const options: ClientOptions = {
    baseUrl: proxy.url,
    token: () => token,
    onRetry: ({ waitMs }) => waits.push(waitMs),
  }
  const client = createClient(options)
  /** The requests to these paths, in the order in which they came. */
  const sent = (end: string) => proxy.passed.filter(({ path }) => path.split('?')[0]?.endsWith(end))
  return { ...proxy, context, options, client, artist: createArtistClient(client, context.artistId), waits, sent }
}

/** The same with a sitting that has begun, and evidence to ask about. */
export async function openSitting(t: Test) {
  const setup = await createClientContext(t)
  const source = await setup.context.addSource(passage)
  const reference = buildCitation(source, 'we kept the first take')
  return { ...setup, source, reference, session: await setup.artist.start() }
}

/**
 * What happens on the way to the service to one request: it passes, its connection is cut after the work and before the
 * response (`lost`) or in the middle of it (`half`), it is swallowed (`silent`), or another response comes back.
 */
export type Fault = 'pass' | 'lost' | 'half' | 'silent' | { status: number; body: string; retryAfter?: number }

export type PassedRequest = { method: string; path: string; body: string; headers: IncomingMessage['headers'] }

/**
 * An unreliable proxy before the service, over real sockets: `faults` apply one a request, and then every request
 * passes. Every response of the service is checked against the contract.
 */
export async function createFaultyProxy(t: Test, base: string) {
  const faults: Fault[] = []
  const passed: PassedRequest[] = []
  async function meet(fault: Fault, incoming: IncomingMessage, outgoing: ServerResponse) {
    const body = await buffer(incoming)
    const { method = '', url = '', headers } = incoming
    passed.push({ method, path: url, body: body.toString(), headers })
    if (fault === 'silent') return
    if (typeof fault === 'object') {
      const { status, retryAfter } = fault
      outgoing.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) })
      return void outgoing.end(fault.body)
    }
    const forwarded = request(base + url, { method, headers })
    forwarded.end(body)
    const [answer] = (await once(forwarded, 'response')) as [IncomingMessage]
    const content = await buffer(answer)
    const status = answer.statusCode ?? 0
    assertConforms(method, url, { status, headers: answer.headers, payload: content.toString() })
    if (fault === 'lost') return void outgoing.destroy()
    const { 'transfer-encoding': _, ...rest } = answer.headers
    outgoing.writeHead(status, { ...rest, 'content-length': content.length })
    if (fault === 'pass') return void outgoing.end(content)
    // The first half has to be sent before the connection closes.
    outgoing.write(content.subarray(0, content.length / 2), () => outgoing.destroy())
  }

  const { base: url } = await startServer(t, (incoming, outgoing) => {
    void meet(faults.shift() ?? 'pass', incoming, outgoing)
  })
  return { url, faults, passed }
}

/** An error body of the contract. */
export const buildRefusal = (code: string) => JSON.stringify({ status: 'error', code, error: 'Not now' })
