import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
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
  /** The same bytes precompressed. */
  gzipped?: Buffer
}

/** A strong entity tag of the content. */
export const computeStrongEtag = (body: string | Buffer): string =>
  `"${createHash('sha256').update(body).digest('hex')}"`

export const createAsset = (type: FileType, body: string | Buffer, policy?: string): StaticAsset => ({
  type,
  body,
  tag: computeStrongEtag(body),
  policy,
})

/** Builds an asset with its compressed form, off the main thread. */
export const compressAsset = async (type: FileType, body: string | Buffer, policy?: string): Promise<StaticAsset> => ({
  ...createAsset(type, body, policy),
  gzipped: await promisify(gzip)(body),
})

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
  const { gzipped } = asset
  const isGzipped = gzipped !== undefined && isGzipAccepted(request)
  // Each encoding needs its own strong tag (RFC 9110, section 8.8.3.3).
  const tag = isGzipped ? asset.tag.replace(/"$/, '-gzip"') : asset.tag
  reply
    .header('etag', tag)
    .header('referrer-policy', 'no-referrer')
    .header('cross-origin-opener-policy', 'same-origin')
    .header('cross-origin-resource-policy', 'same-origin')
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache')
  if (asset.policy !== undefined) reply.header('content-security-policy', asset.policy)
  if (gzipped !== undefined) addVary(reply, 'accept-encoding')
  const known = request.headers['if-none-match']?.split(',').map((one) => one.trim().replace(/^W\//, ''))
  if (known?.includes(tag) || known?.includes('*')) return reply.code(304).send()
  reply.type(contentTypes[asset.type])
  return isGzipped ? reply.header('content-encoding', 'gzip').send(gzipped) : reply.send(asset.body)
}

const isGzipAccepted = ({ headers }: FastifyRequest): boolean =>
  negotiator.negotiate(String(headers['accept-encoding'] ?? ''), ['gzip']) !== null

/** Adds a name to `Vary`, which already names the origin where the allowed origins are listed. */
export const addVary = (reply: FastifyReply, name: string) =>
  reply.header('vary', [reply.getHeader('vary'), name].filter((one) => one !== undefined).join(', '))
