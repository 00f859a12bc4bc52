import type { Kysely } from 'kysely'
import type { DB } from './database/tables.gen.ts'
import type { Providers } from './providers/index.ts'
import type { SliceWatch } from './queue/slice.ts'

/** What a handler may touch. Tests choose other ones; nothing is reached by import. */
export type Resources = {
  db: Kysely<DB>
  /** A new identifier: UUIDv7, so that rows of one artist lie in the order they were made. */
  newId: () => string
  /** Aborted when the service begins to stop: work that takes long puts down what it holds and ends. */
  stopping: AbortSignal
  /** Who is asked outside. */
  providers: Providers
  /** Who counts the slices of jobs, where anybody does. */
  watch?: SliceWatch
}
