import type { Database } from '#src/database/database.ts'
import type { Standby } from '#src/database/standby.ts'
import type { claimJob } from '#src/queue/claim.ts'
import type { SliceObserver } from '#src/queue/slice.ts'
import type { Providers } from '#src/research/providers/index.ts'

/** What a handler may touch. Tests choose other ones; nothing is reached by import. */
export type Dependencies = {
  db: Database
  /** Reads what cannot have changed, where there is one. */
  standby?: Standby
  /** How a due job is claimed, where not by the one statement of `claimJob`. */
  claim?: typeof claimJob
  /** A new identifier: UUIDv7, so that rows of one artist lie in the order they were made. */
  newId: () => string
  /** Aborted when the service begins to stop: work that takes long puts down what it holds and ends. */
  stopping: AbortSignal
  /** The external systems that research calls. */
  providers: Providers
  /** Observes the slices of jobs; undefined without metrics. */
  watch?: SliceObserver
}
