import type { RecordedRequest } from './recorded-request.ts'

/** What a client must not do, by the contract, with the reason. */
const explanations = {
  same_body_after_conflict: 'A 409 asks the client to read again and decide again; the same was sent without a read.',
  new_request_id_after_lost_reply:
    'Whether the first one was done is not known; the same requestId finds out, a new one does it twice.',
  retry_before_retry_after: 'The same was sent before the Retry-After of its refusal was over.',
  page_after_stale_cursor: 'After cursor_stale a listing starts again, without a cursor.',
  offer_without_memory: 'The snapshot of the offer was not read to the last page of the memory.',
  offsets_in_other_units: 'A quote is as long as its window in code points or bytes; offsets count UTF-16 code units.',
} as const

type MisuseKind = keyof typeof explanations
export type Misuse = { kind: MisuseKind; explanation: string; operationId: string; id: string }

/** Timers of a client may fire a little early. */
const timerSlackMs = 20

const lostFaults: readonly (string | undefined)[] = ['lost-reply', 'lost-request', 'lost-commit']

type Rule = (request: RecordedRequest, earlier: readonly RecordedRequest[]) => boolean

const rules: Record<MisuseKind, Rule> = {
  same_body_after_conflict: (request, earlier) => {
    const at = earlier.findLastIndex(({ contentHash }) => contentHash === request.contentHash)
    const hasReadSince = earlier.slice(at + 1).some((one) => isRead(one) && one.artistId === request.artistId)
    return request.method !== 'GET' && earlier[at]?.status === 409 && !hasReadSince
  },
  new_request_id_after_lost_reply: (request, earlier) => {
    const before = earlier.findLast(({ intentHash }) => intentHash === request.intentHash)
    return before?.requestId !== request.requestId && lostFaults.includes(before?.fault)
  },
  retry_before_retry_after: (request, earlier) => {
    const before = earlier.findLast(({ contentHash }) => contentHash === request.contentHash)
    if (before?.retryAfterMs === undefined) return false
    return request.receivedAtMs + timerSlackMs < before.answeredAtMs + before.retryAfterMs
  },
  page_after_stale_cursor: (request, earlier) => {
    const started = earlier.findLast(
      ({ path, cursor, code }) => path === request.path && (cursor === undefined || code === 'cursor_stale'),
    )
    return request.cursor !== undefined && started?.code === 'cursor_stale'
  },
  offer_without_memory: ({ memorySnapshotId, status }, earlier) =>
    memorySnapshotId !== undefined &&
    (status === 200 || status === 409) &&
    !earlier.some(({ snapshotRead }) => snapshotRead === memorySnapshotId),
  offsets_in_other_units: ({ hasOtherUnits }) => hasOtherUnits,
}

const isRead = ({ method, status }: RecordedRequest) => method === 'GET' && status === 200

/** What the client did against the contract, in the order of its requests. */
export function findMisuses(requests: readonly RecordedRequest[]): Misuse[] {
  const kinds = Object.keys(rules) as MisuseKind[]
  return requests.flatMap((request, at) => {
    const earlier = requests.slice(0, at)
    const { operationId, id } = request
    return kinds
      .filter((kind) => rules[kind](request, earlier))
      .map((kind) => ({ kind, explanation: explanations[kind], operationId, id }))
  })
}
