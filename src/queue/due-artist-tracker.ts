import type { Kysely } from 'kysely'
import { NIL as nilUuid } from 'uuid'
import { requireOneRow, runQuery } from '#src/database/query.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { chooseDueArtistQueries, type DueArtistsRow, scanArtistsMax } from './due-artist-queries.ts'
import { DutyCycle } from './duty-cycle.ts'
import type { JobKind } from './kinds.ts'
import { generateUuidBetween } from './random-uuid.ts'
import { type QueuedArtist, Rotation } from './rotation.ts'

/**
 * Finds artists with due jobs. A poll, at most every 10 ms, finds newly queued jobs. A scan, at most every second or
 * when no artist is known, also finds expired leases, released jobs and late commits. More than `scanArtistsMax`
 * artists are scanned page by page in the order of identifiers from a random start, without polls.
 */

const pollCycle = { restMs: 10, restFactor: 20 }
const scanCycle = { restMs: 1_000, restFactor: 20 }

/** Covers most commits: what commits more than this after writing `queued_at` is found by the next scan. */
const slackMs = 100

/** The next page is read while this many artists of the current one remain, so that no claim waits for it. */
const pageRefillSize = scanArtistsMax / 8

/** One page: `foundAny` artists, and `isWhole` when this page alone covered all artists. */
type ScanPage = { foundAny: boolean; isWhole: boolean }

type Scope = { db: Kysely<DB>; kinds: readonly JobKind[] | undefined; sharded: boolean }

export class DueArtistTracker {
  readonly rotation = new Rotation()
  readonly #scope: Scope
  readonly #pollCycle: DutyCycle
  readonly #scanCycle: DutyCycle
  /**
   * The database's time of the last poll; undefined where polls are off: before the first scan and while paged.
   */
  #polledAt: string | undefined
  /** The artist after which the next page begins. A full page is not the last one. */
  #after: string = nilUuid
  /** Scans that reached the last artist since the process started. */
  #roundsCompleted = 0
  #currentPage: Promise<ScanPage> | undefined
  #followingPage: Promise<ScanPage> | undefined

  constructor(scope: Scope, now?: () => number) {
    this.#scope = scope
    this.#pollCycle = new DutyCycle(pollCycle, now)
    this.#scanCycle = new DutyCycle(scanCycle, now)
  }

  /**
   * Before a claim: scans or polls when due. Concurrent claims do not wait for it.
   * @returns whether it polled
   */
  async refreshIfDue(): Promise<boolean> {
    if (this.#isScanDue()) await this.#startPage()
    else if (this.#pollCycle.isDue) return await this.pollNew()
    return false
  }

  #isScanDue(): boolean {
    if (this.#currentPage !== undefined || this.#followingPage !== undefined) return false
    if (this.#isPaged) return this.rotation.size <= pageRefillSize
    // An empty rotation is not scanned here: the claim scans it itself, after a poll.
    return this.rotation.size > 0 && this.#scanCycle.isDue
  }

  get #isPaged(): boolean {
    return !this.rotation.requeuesClaimed
  }

  /** @returns false where polls are off: before the first scan and while paged */
  async pollNew(): Promise<boolean> {
    const { db, kinds } = this.#scope
    const at = this.#polledAt
    if (at === undefined) return false
    const query = chooseDueArtistQueries({ kinds }).findNewlyQueued({ kinds, at, slackMs })
    const polled = requireOneRow(await this.#pollCycle.run(() => runQuery(db, query)))
    // Two polls may have run concurrently.
    if (at === this.#polledAt) this.#polledAt = polled.at
    if (!this.#isPaged) this.rotation.join(toQueuedArtists(polled))
    if (polled.isTruncated) this.#scanCycle.expedite()
    return true
  }

  /**
   * Adds the artist of a job that this process knows to be due from this position on; a poll would find it later. If no
   * further claim comes to this tracker, its rotation stays bounded by `scanArtistsMax`.
   */
  addDueJob(kind: JobKind, artist: QueuedArtist): void {
    const isOfKinds = this.#scope.kinds?.includes(kind) ?? true
    const hasRoom = this.rotation.size < scanArtistsMax || this.rotation.has(artist.artistId)
    if (isOfKinds && !this.#isPaged && hasRoom) this.rotation.join([artist])
  }

  /**
   * Scans until the caller stops iterating or all artists were covered.
   * @returns for each page whether it found any artist
   */
  async *scan(): AsyncGenerator<boolean> {
    const roundsBefore = this.#roundsCompleted
    for (;;) {
      const { foundAny, isWhole } = await this.#nextPage()
      yield foundAny
      // While paged the first page may end a round that began before this call: two ends prove a whole round.
      if (isWhole || this.#roundsCompleted >= roundsBefore + 2) return
    }
  }

  /** A page whose query begins after this call, shared by all callers that wait for one; so is its failure. */
  #nextPage(): Promise<ScanPage> {
    if (this.#currentPage === undefined && this.#followingPage === undefined) return this.#startPage()
    this.#followingPage ??= Promise.resolve(this.#currentPage).then(
      () => this.#startPage(),
      () => this.#startPage(),
    )
    return this.#followingPage
  }

  #startPage(): Promise<ScanPage> {
    this.#followingPage = undefined
    const page = this.#scanCycle
      .run(() => this.#readPage())
      .finally(() => {
        this.#currentPage = undefined
      })
    this.#currentPage = page
    return page
  }

  async #readPage(): Promise<ScanPage> {
    const { db, kinds, sharded } = this.#scope
    const after = this.#after
    const { scanArtists, scanShards } = chooseDueArtistQueries({ kinds })
    const row = requireOneRow(await runQuery(db, (sharded ? scanShards : scanArtists)({ kinds, after })))
    const found = toQueuedArtists(row)
    const isEnd = found.length < scanArtistsMax
    const [first] = found
    if (!isEnd && first !== undefined && after === nilUuid && !this.#isPaged) return await this.#beginPaged(first)
    const isWhole = isEnd && after === nilUuid
    this.#polledAt = isWhole ? (this.#polledAt ?? row.at) : undefined
    this.#after = isEnd ? nilUuid : (found.at(-1)?.artistId ?? nilUuid)
    if (isEnd) this.#roundsCompleted += 1
    this.rotation.requeuesClaimed = isWhole
    this.rotation.join(shuffle(found))
    return { foundAny: found.length > 0, isWhole }
  }

  /** Begins at a random artist: a process that restarts before the round is over would never reach the last ones. */
  async #beginPaged(first: QueuedArtist): Promise<ScanPage> {
    const { db, kinds } = this.#scope
    const [last] = await runQuery(db, chooseDueArtistQueries({ kinds }).findLastArtist({ kinds }))
    this.rotation.requeuesClaimed = false
    this.#polledAt = undefined
    this.#after = generateUuidBetween(first.artistId, last?.artist_id ?? first.artistId)
    return await this.#readPage()
  }
}

const toQueuedArtists = ({ found }: DueArtistsRow): QueuedArtist[] =>
  (found ?? []).map(([artistId, queuedAt]) => ({ artistId, queuedAt }))

/** Random order, so that processes started at the same moment do not contend for the same artists. */
function shuffle<T>(all: readonly T[]): T[] {
  return all
    .map((one) => ({ one, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one)
}
