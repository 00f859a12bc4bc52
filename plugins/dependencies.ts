import type { Database } from '#src/database/database.ts'
import type { JobQueue } from '#src/queue/job-queue.ts'
import type { SliceObserver } from '#src/queue/slice.ts'
import type { Providers } from '#src/research/providers/index.ts'

/** The dependencies of a handler. Tests pass others; a handler imports none of them. */
export type Dependencies = {
  db: Database
  /** The job queue of `db`: one in a process, for all its claims. */
  queue: JobQueue
  /** A new identifier: UUIDv7, so that rows of one artist lie in the order they were made. */
  newId: () => string
  /** Aborted when the service begins to stop: long work then releases what it holds and ends. */
  stopping: AbortSignal
  /** The external systems that research calls. */
  providers: Providers
  /** Observes the slices of jobs; undefined without metrics. */
  observer?: SliceObserver
}
