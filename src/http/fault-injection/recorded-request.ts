import { createHash } from 'node:crypto'
import type { OperationId } from '#src/contract/document.ts'
import { type JsonRecord, parseJson, toRecord } from '#src/text/json.ts'

type ReceivedRequest = {
  /** Names the request in the log as well. */
  id: string
  operationId: OperationId
  method: string
  artistId: string | undefined
  url: string
  sent: Buffer | undefined
  status: number
  answered: unknown
  retryAfterMs: number | undefined
  /** The injected fault. */
  fault: string | undefined
  receivedAtMs: number
  answeredAtMs: number
}

/** One request of the sandbox and its answer. Hashes stand for what was sent: no text is kept. */
export type RecordedRequest = ReturnType<typeof recordRequest>

export function recordRequest({ url, sent, answered, ...known }: ReceivedRequest) {
  const { pathname: path, searchParams } = new URL(url, 'http://localhost')
  const { requestId, ...intent } = parseObject(sent?.toString('utf8'))
  const answer = parseObject(typeof answered === 'string' ? answered : undefined)
  const isLastPage = (answer.budget as { nextCursor?: unknown } | undefined)?.nextCursor === null
  return {
    ...known,
    path,
    contentHash: hash(known.method, url, sent?.toString('utf8') ?? ''),
    /** The same without the body's `requestId`. */
    intentHash: hash(known.method, url, JSON.stringify(intent)),
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
const parseObject = (text = ''): JsonRecord => toRecord(parseJson(text))

/** Whether a quote is as long as its window in code points or bytes, and not in UTF-16 code units. */
function isInOtherUnits(reference: { start?: unknown; end?: unknown; quote?: unknown } | null): boolean {
  const { start, end, quote } = reference ?? {}
  if (typeof start !== 'number' || typeof end !== 'number' || typeof quote !== 'string') return false
  const width = end - start
  return width !== quote.length && (width === [...quote].length || width === Buffer.byteLength(quote))
}
