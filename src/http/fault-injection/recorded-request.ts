import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type JsonRecord, parseJson, toRecord } from '#src/text/json.ts'

/** One request of the sandbox and its answer. Hashes stand for what was sent: no text is kept. */
export type RecordedRequest = ReturnType<typeof recordRequest>

export function recordRequest(operationId: string, request: FastifyRequest, reply: FastifyReply, payload: unknown) {
  const { id, method, url, fault } = request
  const { id: artistId, artistId: onboarded } = request.params as { id?: string; artistId?: string }
  const { pathname: path, searchParams } = new URL(url, 'http://localhost')
  const sent = (request.body as Buffer | undefined)?.toString('utf8') ?? ''
  const { requestId, ...intent } = parseObject(sent)
  const answer = parseObject(typeof payload === 'string' ? payload : '')
  const isLastPage = (answer.budget as { nextCursor?: unknown } | undefined)?.nextCursor === null
  const retryAfter = reply.getHeader('retry-after')
  const answeredAtMs = performance.now()
  return {
    /** Names the request in the log as well. */
    id,
    operationId,
    method,
    artistId: artistId ?? onboarded,
    path,
    status: reply.statusCode,
    /** Undefined as well where the connection was cut: the client has not read the header. */
    retryAfterMs: retryAfter === undefined || fault?.cuts ? undefined : Number(retryAfter) * 1_000,
    /** The name of the injected fault. */
    fault: fault?.name,
    receivedAtMs: answeredAtMs - reply.elapsedTime,
    answeredAtMs,
    contentHash: hash(method, url, sent),
    /** The same without the body's `requestId`. */
    intentHash: hash(method, url, JSON.stringify(intent)),
    requestId: toText(requestId),
    cursor: searchParams.get('cursor') ?? undefined,
    memorySnapshotId: toText(intent.memorySnapshotId),
    hasOtherUnits: Array.isArray(intent.references) && intent.references.some(isInOtherUnits),
    code: toText(answer.code),
    /** The memory that was read to its last page by this request. */
    snapshotRead: isLastPage ? toText(answer.snapshotId) : undefined,
  }
}

const hash = (...parts: string[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('hex')
const toText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** Empty for a body that is no JSON object: such a request is refused, and the events of a stream are not inspected. */
const parseObject = (text: string): JsonRecord => toRecord(parseJson(text))

/** Whether a quote is as long as its window in code points or bytes, and not in UTF-16 code units. */
function isInOtherUnits(reference: { start?: unknown; end?: unknown; quote?: unknown } | null): boolean {
  const { start, end, quote } = reference ?? {}
  if (typeof start !== 'number' || typeof end !== 'number' || typeof quote !== 'string') return false
  const width = end - start
  return width !== quote.length && (width === [...quote].length || width === Buffer.byteLength(quote))
}
