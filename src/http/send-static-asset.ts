import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** One file as a browser gets it; `tag` is its strong entity tag. */
export type Asset<Body extends string | Buffer = string | Buffer> = { type: string; body: Body; tag: string }

/** A strong entity tag of a text. */
export const tagOf = (body: string | Buffer): string => `"${createHash('sha256').update(body).digest('hex')}"`

/** The file, or 304 for who has it; under headers that keep a page from being taken for, or into, another one. */
export function answerAsset(request: FastifyRequest, reply: FastifyReply, { type, body, tag }: Asset) {
  reply
    .header('etag', tag)
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer')
    .header('cross-origin-opener-policy', 'same-origin')
    .header('cross-origin-resource-policy', 'same-origin')
  const known = request.headers['if-none-match']?.split(',').map((one) => one.trim().replace(/^W\//, ''))
  if (known?.includes(tag) || known?.includes('*')) return reply.code(304).send()
  return reply.type(type).send(body)
}
