import type { Kysely } from 'kysely'
import { runQuery } from '#src/database/query.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { type ClaimedJob, claimFirst, claimFirstOfArtist, listDueArtists, listReachableDueArtists } from './claim.ts'
import type { JobKind } from './kinds.ts'
import { claimLeaseMs } from './limits.ts'

export type ClaimOptions = {
  /** Names the lease; must never have been used before. */
  leaseToken: string
  /** Milliseconds; at most `claimLeaseMs`, which is the default. */
  leaseMs?: number
  artistId?: string | undefined
  kinds?: readonly JobKind[] | undefined
}

/** A claim from the beginning of the queue takes place a second after the last one at the latest. */
const scanRestMs = 1_000

/** And rests this many times as long as it took: behind an old snapshot it reads every entry of an ended job. */
const scanRestFactor = 20

/** Where claims of the same kinds go on. */
type Place = {
  /** The position last claimed. A job before it was locked, committed late, or has lost its worker. */
  from: string
  /** When the next claim begins at the beginning; milliseconds. */
  scanAt: number
}

/** The queue of a database, first in, first out, as one process works on it. Made once and shared. */
export class JobQueue {
  readonly #db: Kysely<DB>
  readonly #sharded: boolean
  readonly #now: () => number
  readonly #places = new Map<string, Place>()

  /**
   * @param options.sharded artists are on the shards of a cluster
   * @param options.now milliseconds of the clock that decides when a claim begins at the beginning
   */
  constructor(db: Kysely<DB>, { sharded = false, now = () => performance.now() } = {}) {
    this.#db = db
    this.#sharded = sharded
    this.#now = now
  }

  /**
   * Claims the first due job, of `artistId` or of `kinds` where given, skipping locked rows. The claim counts as an
   * attempt until a slice is saved, since a killed process cannot report its failure. A request that comes after the
   * run's first claim makes the job run once more.
   * @returns undefined when nothing is due
   */
  async claim({ artistId, kinds, leaseToken, leaseMs = claimLeaseMs }: ClaimOptions): Promise<ClaimedJob | undefined> {
    const params = { kinds: kinds ?? null, leaseToken, leaseMs }
    if (artistId !== undefined) return await this.#claimOf(artistId, params)
    return this.#sharded ? await this.#claimOnCluster(params) : await this.#claimInOrder(this.#findPlace(kinds), params)
  }

  async #claimInOrder(place: Place, params: ClaimParams): Promise<ClaimedJob | undefined> {
    const claimFrom = async (from: string) => {
      const [job] = await runQuery(this.#db, claimFirst({ ...params, from }))
      if (job !== undefined) place.from = job.position
      return job
    }
    if (this.#now() < place.scanAt) {
      const job = await claimFrom(place.from)
      if (job !== undefined) return job
    }
    const beganAt = this.#now()
    // Claims at the same time go on where they are.
    place.scanAt = beganAt + scanRestMs
    const job = await claimFrom('-infinity')
    const endedAt = this.#now()
    place.scanAt = endedAt + Math.max(scanRestMs, scanRestFactor * (endedAt - beganAt))
    return job
  }

  /** A statement that claims names the artist there. */
  async #claimOnCluster(params: ClaimParams): Promise<ClaimedJob | undefined> {
    const artists = await runQuery(this.#db, listDueArtists(params)).catch((failure: unknown) =>
      runQuery(this.#db, listReachableDueArtists({})).catch(() => {
        throw failure
      }),
    )
    for (const { artist_id } of artists) {
      const job = await this.#claimOf(artist_id, params)
      if (job !== undefined) return job
    }
    return undefined
  }

  async #claimOf(artistId: string, params: ClaimParams): Promise<ClaimedJob | undefined> {
    return (await runQuery(this.#db, claimFirstOfArtist({ ...params, artistId })))[0]
  }

  #findPlace(kinds: readonly JobKind[] | undefined): Place {
    const key = kinds === undefined ? 'any' : [...new Set(kinds)].sort().join()
    const place = this.#places.get(key) ?? { from: '-infinity', scanAt: 0 }
    this.#places.set(key, place)
    return place
  }
}

type ClaimParams = { kinds: readonly JobKind[] | null; leaseToken: string; leaseMs: number }
