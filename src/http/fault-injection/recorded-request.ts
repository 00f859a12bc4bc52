import { createHash } from 'node:crypto'
import type { OperationId } from '#src/contract/document.ts'
import { type JsonRecord, parseJson, toRecord } from '#src/text/json.ts'

/** One request of the sandbox and its answer. Hashes stand for what was sent: no text is kept. */
export type RecordedRequest = {
  /** Names the request in the log as well. */
  id: string
  operationId: OperationId
  method: string
  artistId: string | undefined
  path: string
  /** Of method, address and body. */
  contentHash: string
  /** The same without the body's `requestId`. */
  intentHash: string
  requestId: string | undefined
  cursor: string | undefined
  memorySnapshotId: string | undefined
  /** A quote is as long as its window in code points or bytes, and not in UTF-16 code units. */
  hasOtherUnits: boolean
  status: number
  code: string | undefined
  retryAfterMs: number | undefined
  /** The memory that was read to its last page by this request. */
  snapshotRead: string | undefined
  /** The injected fault. */
  fault: string | undefined
  receivedAtMs: number
  answeredAtMs: number
}

type RequestFacts = Pick<
  RecordedRequest,
  'id' | 'operationId' | 'method' | 'artistId' | 'status' | 'retryAfterMs' | 'fault' | 'receivedAtMs' | 'answeredAtMs'
> & { url: string; sent: Buffer | undefined; answered: unknown }

export function recordRequest({ url, sent, answered, ...known }: RequestFacts): RecordedRequest {
  const { pathname: path, searchParams } = new URL(url, 'http://localhost')
  const { requestId, ...intent } = parseObject(sent?.toString('utf8'))
  const answer = parseObject(typeof answered === 'string' ? answered : undefined)
  const isLastPage = (answer.budget as { nextCursor?: unknown } | undefined)?.nextCursor === null
  return {
    ...known,
    path,
    contentHash: hash(known.method, url, sent?.toString('utf8') ?? ''),
    intentHash: hash(known.method, url, JSON.stringify(intent)),
    requestId: toText(requestId),
    cursor: searchParams.get('cursor') ?? undefined,
    memorySnapshotId: toText(intent.memorySnapshotId),
    hasOtherUnits: Array.isArray(intent.references) && intent.references.some(isInOtherUnits),
    code: toText(answer.code),
    snapshotRead: isLastPage ? toText(answer.snapshotId) : undefined,
  }
}

const hash = (...parts: string[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('hex')
const toText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** Empty for a body that is no JSON object: such a request is refused, and the events of a stream are not inspected. */
const parseObject = (text = ''): JsonRecord => toRecord(parseJson(text))

function isInOtherUnits(reference: { start?: unknown; end?: unknown; quote?: unknown } | null): boolean {
  const { start, end, quote } = reference ?? {}
  if (typeof start !== 'number' || typeof end !== 'number' || typeof quote !== 'string') return false
  const width = end - start
  return width !== quote.length && (width === [...quote].length || width === Buffer.byteLength(quote))
}
