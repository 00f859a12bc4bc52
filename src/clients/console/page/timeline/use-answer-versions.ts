import { useEffect, useState } from 'preact/hooks'
import { readAnswerVersions } from '../answers/read-versions.ts'
import { RequestError, toRequestError } from '../api/request-error.ts'
import type { SavedWording } from './entries.ts'

type Versions = { byAnswer: ReadonlyMap<string, SavedWording[]>; refusal: RequestError | undefined; isDone: boolean }

const none: Versions = { byAnswer: new Map(), refusal: undefined, isDone: false }
/** Answers whose wordings are asked for at once; the timeline is drawn again after each batch. */
const batch = 20

/** The wordings of each answer, batch by batch: the contract lists them by answer alone. */
export function useAnswerVersions(id: string, answerIds: readonly string[] | undefined): Versions {
  const [state, setState] = useState(none)
  const about = answerIds?.join()
  useEffect(() => {
    if (answerIds === undefined) return
    const stop = new AbortController()
    const isStopped = () => stop.signal.aborted
    setState(none)
    readInBatches(id, answerIds, isStopped, (read) => setState({ ...none, byAnswer: new Map(read) })).then(
      (read) => isStopped() || setState({ byAnswer: read, refusal: undefined, isDone: true }),
      (error) => isStopped() || setState((before) => ({ ...before, refusal: toRequestError(error), isDone: true })),
    )
    return () => stop.abort()
  }, [id, about])
  return state
}

async function readInBatches(
  id: string,
  answerIds: readonly string[],
  isStopped: () => boolean,
  onBatch: (read: Map<string, SavedWording[]>) => void,
): Promise<Map<string, SavedWording[]>> {
  const read = new Map<string, SavedWording[]>()
  for (let at = 0; at < answerIds.length && !isStopped(); at += batch) {
    const asked = answerIds.slice(at, at + batch)
    const found = await Promise.all(asked.map((answerId) => readPatiently(id, answerId)))
    for (const [at, answerId] of asked.entries()) {
      const versions = found[at] ?? []
      read.set(
        answerId,
        versions.map(({ savedAt, response }) => ({ savedAt, revision: response.revision })),
      )
    }
    if (!isStopped()) onBatch(read)
  }
  return read
}

/** With many answers the rate limit may be reached; its response says when to continue. */
async function readPatiently(id: string, answerId: string) {
  for (;;) {
    try {
      return await readAnswerVersions(id, answerId)
    } catch (error) {
      if (!(error instanceof RequestError) || error.code !== 'rate_limited') throw error
      await new Promise((resolve) => setTimeout(resolve, Math.max(1_000, error.retryAfterMs)))
    }
  }
}
