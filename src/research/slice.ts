import type { ClaimedJob } from '#src/queue/claim.ts'
import { attemptsMax } from '#src/queue/limits.ts'
import type { Slice, SliceContext } from '#src/queue/slice.ts'
import { type CheckpointedProgress, type JobDecision, mayWait } from '#src/queue/transitions.ts'
import type { AuditTrail } from '#src/records/audit/audit-trail.ts'
import { computePauseMs, type ProviderFailure } from './providers/call.ts'
import type { Providers } from './providers/index.ts'
import { createWebPageReader, type PageOutcome } from './providers/pages/index.ts'

/** The dependencies of a research slice: the queue's context and the external systems. */
export type ResearchContext = SliceContext & { providers: Providers }

/**
 * One slice of research. Its `progress` is seen by every caller of advance, which is public: a fixed phrase with
 * numbers, without a name, a text of an artist or of a provider (interface, section 4.4).
 */
export type ResearchSlice = Slice<ResearchContext>

/** The end of a job for which this deployment has no provider. */
export const endUnconfigured = (progress: string): JobDecision => ({
  done: { errorCategory: 'not_configured' },
  progress,
})

type AfterFailure = {
  /** The progress of the job while it waits. */
  stay: CheckpointedProgress
  /** What is decided without an answer of the provider. */
  goOn: (failed: ProviderFailure['failed']) => JobDecision
  /** Milliseconds that the job may wait in all, where less than its kind may. */
  waitMaxMs?: number
}

/**
 * What becomes of a job after a provider's failure. It waits where the provider asks for a pause, as long as its kind
 * may; after a refusal, and where nothing is left to try, it goes on without; anything else is tried again.
 */
export function decideAfterFailure(
  job: ClaimedJob,
  failure: ProviderFailure,
  { stay, goOn, waitMaxMs = Number.POSITIVE_INFINITY }: AfterFailure,
): JobDecision {
  const { failed } = failure
  if (failed === 'rate_limited') {
    const pauseMs = computePauseMs(failure)
    const isWaiting = mayWait(job) && (job.waited_ms ?? 0) + pauseMs <= waitMaxMs
    return isWaiting
      ? { next: stay, pauseMs, progress: 'The provider asks to be left alone for a while' }
      : goOn(failed)
  }
  return failed === 'provider_refused' || job.attempts >= attemptsMax ? goOn(failed) : { failed }
}

/**
 * Reads one external item (a page, a post's track). An error of the reader is logged and becomes the outcome of this
 * item, `unreadable`: one item never fails the job.
 * @throws the reason of the signal at the end of the slice
 */
export async function readItem<T>(
  { signal, logItemFailure }: Pick<ResearchContext, 'signal' | 'logItemFailure'>,
  read: () => Promise<T>,
  unreadable: T,
): Promise<T> {
  const outcome = await read().catch((error: unknown) => {
    if (!signal.aborted) logItemFailure(error)
    return unreadable
  })
  signal.throwIfAborted()
  return outcome
}

/** Data exception, integrity constraint violation, program limit exceeded: the value is refused, and always will be. */
const refusedValue = /^(?:22|23|54)/

/**
 * Saves one external item in a savepoint. An item that the database refuses is logged and does not fail the job; any
 * other error is thrown.
 */
export async function saveItem<T>(
  change: AuditTrail,
  { logItemFailure }: Pick<ResearchContext, 'logItemFailure'>,
  save: () => Promise<T>,
): Promise<T | 'refused'> {
  const rollBack = await change.setSavepoint()
  try {
    return await save()
  } catch (error) {
    if (!refusedValue.test(String((error as { code?: unknown }).code))) throw error
    await rollBack()
    logItemFailure(error)
    return 'refused'
  }
}

/** Reads an external page. */
export function readPage(context: ResearchContext, url: string): Promise<PageOutcome> {
  const { providers, signal } = context
  const pages = providers.pages ?? createWebPageReader(providers.network)
  return readItem<PageOutcome>(context, () => pages.read(url, signal), { state: 'unsupported', httpStatus: null })
}
