import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import negotiator from '@fastify/accept-negotiator'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { makeOnce } from './cache-for.ts'

const contentTypes = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  tgz: 'application/gzip',
  toml: 'application/toml; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  yaml: 'application/yaml; charset=utf-8',
}

type FileType = keyof typeof contentTypes

/** A file to serve. */
export type StaticAsset = {
  type: FileType
  body: string | Buffer
  /** Its strong entity tag. */
  tag: string
  /** The Content-Security-Policy under which a page is shown. */
  policy?: string | undefined
  /** The same bytes precompressed, by content coding. */
  encoded?: Readonly<Record<Coding, Buffer>>
}

type Coding = 'br' | 'gzip'
/** The server's order of preference. */
const codings: readonly Coding[] = ['br', 'gzip']

/** A strong entity tag of the content. */
export const computeStrongEtag = (body: string | Buffer): string =>
  `"${createHash('sha256').update(body).digest('hex')}"`

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)
/** Quality 9 takes five times as long for 8 % fewer bytes, in the first requests for the documents. */
const brotliQuality = 5

export const createAsset = (type: FileType, body: string | Buffer, policy?: string): StaticAsset => ({
  type,
  body,
  tag: computeStrongEtag(body),
  policy,
})

/** Builds an asset with its compressed forms, off the main thread and one by one: requests need the processors too. */
export async function compressAsset(type: FileType, body: string | Buffer, policy?: string): Promise<StaticAsset> {
  const params = { [zlib.constants.BROTLI_PARAM_QUALITY]: brotliQuality }
  const encoded = { br: await brotli(body, { params }), gzip: await gzip(body) }
  return { ...createAsset(type, body, policy), encoded }
}

/** Serves a file at a path: made by the first request for it, and limited as documents are. */
export function serveAsset(app: FastifyInstance, path: string, make: () => Promise<StaticAsset>): void {
  const asset = makeOnce(make)
  app.get(path, app.rateLimit.documents, async (request, reply) => sendStaticAsset(request, reply, await asset()))
}

/**
 * Sends the file, or 304 when the client has it, with headers that isolate it from other origins. A client asks whether
 * it has changed, unless the reply says something else.
 */
export function sendStaticAsset(request: FastifyRequest, reply: FastifyReply, asset: StaticAsset) {
  const coding =
    asset.encoded &&
    (negotiator.negotiate(String(request.headers['accept-encoding'] ?? ''), [...codings]) as Coding | null)
  const tag = coding ? formatCodingTag(asset.tag, coding) : asset.tag
  reply
    .header('etag', tag)
    .header('referrer-policy', 'no-referrer')
    .header('cross-origin-opener-policy', 'same-origin')
    .header('cross-origin-resource-policy', 'same-origin')
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache')
  if (asset.policy !== undefined) reply.header('content-security-policy', asset.policy)
  if (asset.encoded) addVary(reply, 'accept-encoding')
  const known = request.headers['if-none-match']?.split(',').map((one) => one.trim().replace(/^W\//, ''))
  if (known?.includes(tag) || known?.includes('*')) return reply.code(304).send()
  reply.type(contentTypes[asset.type])
  if (!coding) return reply.send(asset.body)
  return reply.header('content-encoding', coding).send(asset.encoded?.[coding])
}

/** Adds a name to `Vary`, which already names the origin where the allowed origins are listed. */
export const addVary = (reply: FastifyReply, name: string) =>
  reply.header('vary', [reply.getHeader('vary'), name].filter((one) => one !== undefined).join(', '))

/** Each encoding needs its own strong tag (RFC 9110, section 8.8.3.3). */
const formatCodingTag = (tag: string, coding: Coding) => tag.replace(/"$/, `-${coding}"`)
