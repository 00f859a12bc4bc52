import { once } from 'node:events'
import type { Response } from 'undici'
import { parseTarget } from '#src/text/url/parse-target.ts'
import { createPinnedLookup, type Network, openInternet, resolveAddresses } from './network.ts'
import type { OutboundFailure, OutboundResponse } from './outcome.ts'

export type OutboundCall = {
  /** The slice's: when it is aborted the call ends at once. */
  signal: AbortSignal
  /** Milliseconds for the whole call: names, redirects and the body together. */
  deadlineMs: number
  /** Decompressed bytes that are read of the body. */
  bytesMax: number
  /** The Accept header. */
  accept?: string
  /** Sent to the first address and, on a redirect, only as long as the origin stays the same: keys go nowhere else. */
  headers?: Readonly<Record<string, string>>
  /** Sent in a POST, which follows no redirect; a GET without it. */
  body?: string
  /** The base address of a provider as the operator has set it. Its origin, and no other one, may be private. */
  allowPrivate?: string | undefined
  network?: Network | undefined
  /** Asked before each hop, within the deadline: undefined where it may be called, else why not. */
  refuse?: (target: URL, signal: AbortSignal) => Promise<OutboundFailure | undefined>
}

/** Bytes of a response's headers: some sites send 20 kB of policies, and browsers take 256 kB. */
const headersMax = 65_536

/** Redirects that are followed; browsers follow twenty, honest pages need one or two. */
const redirectsMax = 5

/** The name by which a site can address this service (RFC 9309, section 2.2.1). */
export const productToken = 'Sittings'

/** Some servers refuse a caller without a name. */
const userAgent = `${productToken}/0.1 (artist research; one request at a time)`

/**
 * The one way in which this service calls an external system: http(s) only, no credentials in the address, every hop
 * resolved once and bound to a public address, within a deadline, no more bytes than asked. Never throws for what
 * happens there; an answer of any status is an answer.
 */
export async function fetchOutbound(address: string, call: OutboundCall): Promise<OutboundResponse | OutboundFailure> {
  const timeout = AbortSignal.timeout(Math.ceil(call.deadlineMs))
  const signal = AbortSignal.any([timeout, call.signal])
  const getInterruption = (): OutboundFailure => ({ failure: timeout.aborted ? 'timed_out' : 'aborted' })
  if (signal.aborted) return getInterruption()
  const done = new AbortController()
  // The race does not wait for a name server that does not answer.
  const interrupted = once(signal, 'abort', { signal: done.signal }).then(getInterruption, getInterruption)
  const answered = follow(address, call, signal).catch((error) =>
    signal.aborted ? getInterruption() : toFailure(error),
  )
  return await Promise.race([interrupted, answered]).finally(() => done.abort())
}

async function follow(
  address: string,
  call: OutboundCall,
  signal: AbortSignal,
): Promise<OutboundResponse | OutboundFailure> {
  const first = parseTarget(address)
  let target = first
  for (let redirects = 0; redirects <= redirectsMax; redirects += 1) {
    if (first === undefined || target === undefined) return { failure: 'refused_url' }
    const refusal = await call.refuse?.(target, signal)
    if (refusal !== undefined) return refusal
    const hop = await exchange(target, target.origin === first.origin ? call : { ...call, headers: {} }, signal)
    if ('failure' in hop || 'status' in hop) return hop
    target = parseTarget(hop.location, target)
  }
  return { failure: 'too_many_redirects' }
}

/** Loaded in idle time or by the first call, so that a start does not wait for it. */
export const loadHttpClient = () => import('./client.ts')

/** One request to one address: its answer, or where it points to. */
async function exchange(
  target: URL,
  call: OutboundCall,
  signal: AbortSignal,
): Promise<OutboundResponse | OutboundFailure | { location: string }> {
  const { network = openInternet, allowPrivate, accept = '*/*', headers = {}, bytesMax, body } = call
  const mayBePrivate = allowPrivate !== undefined && URL.parse(allowPrivate)?.origin === target.origin
  const addresses = await resolveAddresses(target, network, mayBePrivate, signal)
  if ('failure' in addresses) return addresses
  const { Agent, fetch } = await loadHttpClient()
  const dispatcher = new Agent({
    connect: { lookup: createPinnedLookup(addresses), autoSelectFamily: true, timeout: call.deadlineMs },
    maxHeaderSize: headersMax,
    connections: 1,
  })
  try {
    const answer = await fetch(target, {
      dispatcher,
      signal,
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'user-agent': userAgent, accept, 'accept-encoding': encodings, ...headers },
      redirect: 'manual',
      body: body ?? null,
    })
    const location = body === undefined ? findRedirect(answer) : undefined
    if (location !== undefined) return { location }
    const { ok, status, headers: answered } = answer
    const finalUrl = target.href
    return { ok, status, headers: Object.fromEntries(answered), finalUrl, ...(await readBody(answer, bytesMax)) }
  } finally {
    // Also ends what was not read: the body of a redirect, the rest of a body that is too long.
    void dispatcher.destroy()
  }
}

/** What is asked for: each is undone by the HTTP client, as leniently as browsers undo it. */
const encodings = 'gzip, br, deflate, zstd'

/**
 * The first bytes of a body. Reads no further than `bytesMax`, so a small response that unpacks to an endless one costs
 * no more than any other.
 * @throws the error that broke the stream
 */
async function readBody(response: Response, bytesMax: number): Promise<{ body: Buffer; truncated: boolean }> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > bytesMax) return { body: Buffer.concat(chunks).subarray(0, bytesMax), truncated: true }
  }
  return { body: Buffer.concat(chunks), truncated: false }
}

const redirects = new Set([301, 302, 303, 307, 308])

/** Where a redirect points to; of several places the first. */
function findRedirect({ status, headers }: Response): string | undefined {
  const location = redirects.has(status) ? headers.get('location') : null
  return location === null ? undefined : withEncodedBytes(location.replace(/, (?=\/|https?:).*$/is, ''))
}

/**
 * Header values arrive as one character a byte: what is beyond ASCII is put as the bytes it came in, which are mostly
 * UTF-8.
 */
const withEncodedBytes = (location: string) =>
  location.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`)

/** The name of what a call threw; what the HTTP client wraps is the cause. */
function toFailure(error: unknown): OutboundFailure {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const { name, code } = cause as { name?: unknown; code?: unknown }
  if (malformed.has(String(name)) || zlibCode.test(String(code))) return { failure: 'malformed' }
  return { failure: unconnected.has(String(code)) ? 'unreachable' : 'broken' }
}

/** By undici's names and not its classes, which are loaded with the first call. */
const malformed = new Set(['HTTPParserError', 'HeadersOverflowError'])

/** Z_DATA_ERROR and the like; those of Brotli and Zstandard begin with ERR_ or ZSTD. */
const zlibCode = /^(?:Z_|ERR_{1,2}(?:BROTLI|ERROR_FORMAT|ZSTD)|ZSTD_)/

/** The request was not sent. */
const unconnected = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL', 'UND_ERR_CONNECT_TIMEOUT'])
