import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { type ClaimedJob, type ClaimOptions, claimJob } from './claim.ts'
import { DueArtistTracker } from './due-artist-tracker.ts'
import type { JobKind } from './kinds.ts'
import { EndedJobPruner } from './prune.ts'

type StillDueJob = { artist_id: string; kind: JobKind; queued_at: string }

/**
 * The queue of a database as one process works on it. Made once and shared: it keeps the artists that are known to have
 * due jobs, and where the removal of ended jobs goes on.
 */
export class JobQueue {
  readonly #db: Kysely<DB>
  readonly #sharded: boolean
  readonly #now: (() => number) | undefined
  /** One tracker for each set of kinds that claims have asked for. */
  readonly #trackers = new Map<string, DueArtistTracker>()
  readonly #pruner: EndedJobPruner

  /**
   * @param options.sharded claims name one artist each, as a cluster with artists on shards needs
   * @param options.now milliseconds of the clock by which this process polls for due jobs
   */
  constructor(db: Kysely<DB>, { sharded = false, now }: { sharded?: boolean; now?: () => number } = {}) {
    this.#db = db
    this.#sharded = sharded
    this.#now = now
    this.#pruner = new EndedJobPruner(db)
  }

  /** @returns undefined when nothing is due */
  claim(options: ClaimOptions): Promise<ClaimedJob | undefined> {
    return claimJob(
      { db: this.#db, sharded: this.#sharded, getTracker: () => this.#getTracker(options.kinds) },
      options,
    )
  }

  /** Records that a slice of this process ended and its job is still due, so that no poll is needed to find it. */
  markStillDue({ artist_id: artistId, kind, queued_at: queuedAt }: StillDueJob): void {
    for (const tracker of this.#trackers.values()) tracker.addDueJob(kind, { artistId, queuedAt })
  }

  /**
   * Removes ended jobs of the next few artists.
   * @returns number of removed jobs
   */
  pruneEndedJobs(): Promise<number> {
    return this.#pruner.prune()
  }

  #getTracker(kinds: readonly JobKind[] | undefined): DueArtistTracker {
    const key = kinds === undefined ? 'any' : [...new Set(kinds)].sort().join()
    const scope = { db: this.#db, kinds, sharded: this.#sharded }
    const tracker = this.#trackers.get(key) ?? new DueArtistTracker(scope, this.#now)
    this.#trackers.set(key, tracker)
    return tracker
  }
}
