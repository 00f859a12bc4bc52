/**
 * An artist with due jobs and the queue position before which none is due. Positions are texts of one width, ordered as
 * strings.
 */
export type QueuedArtist = { readonly artistId: string; readonly queuedAt: string }

/**
 * An artist reserved for one claim. `joinsSeen` is the number of joins until then: the claim's query may not have
 * seen a later one.
 */
export type Reservation = QueuedArtist & { readonly joinsSeen: number }

type RotationEntry = {
  queuedAt: string
  /** A claim of this artist is in progress; other claims pass on to the next artist. */
  isReserved: boolean
  /** The number of the last join that named this artist. */
  lastJoin: number
}

/** Artists that one claim query covers at most. */
const batchSizeMax = 64

/**
 * Round-robin over the artists with due jobs that this process knows of (./due-jobs.ts). A claimed artist goes to the
 * end; one without due jobs leaves. Misses double the number of artists in the next claim query, since artists with a
 * single job empty one after the other; artists after the one with a job keep their places.
 */
export class Rotation {
  readonly #order = new Map<string, RotationEntry>()
  #batchSize = 1
  #joinCount = 0
  /**
   * Whether a claimed artist goes back to the end; false while there are more artists than fit and scans bring them
   * back.
   */
  requeuesClaimed = true

  get size(): number {
    return this.#order.size
  }

  has(artistId: string): boolean {
    return this.#order.has(artistId)
  }

  /** Adds artists, or lowers the position of those in rotation, which keep their place. */
  join(found: readonly QueuedArtist[]): void {
    this.#joinCount += 1
    for (const { artistId, queuedAt } of found) {
      const entry = this.#order.get(artistId)
      if (entry === undefined) this.#order.set(artistId, { queuedAt, isReserved: false, lastJoin: this.#joinCount })
      else {
        entry.lastJoin = this.#joinCount
        if (queuedAt < entry.queuedAt) entry.queuedAt = queuedAt
      }
    }
  }

  /** Reserves the next artists: the claim takes the first of them that has a due job. Empty when the rotation is. */
  take(sizeMax = batchSizeMax): Reservation[] {
    const reservations: Reservation[] = []
    const batchSize = Math.min(this.#batchSize, sizeMax)
    for (const [artistId, entry] of this.#order) {
      if (entry.isReserved) continue
      reservations.push(this.#reserve(artistId, entry))
      if (reservations.length === batchSize) return reservations
    }
    if (reservations.length > 0) return reservations
    // All are reserved, but an artist with a thousand jobs can serve every worker.
    for (const [artistId, entry] of this.#order) return [this.#reserve(artistId, entry)]
    return []
  }

  /** The claim's outcome: the claimed job's artist and position, or none of them had a job. */
  confirm(reservations: readonly Reservation[], claimed?: { artist_id: string; queued_at: string }): void {
    const at = reservations.findIndex(({ artistId }) => artistId === claimed?.artist_id)
    const missed = at === -1 ? reservations : reservations.slice(0, at)
    const [one, ...others] = reservations.slice(missed.length)
    for (const reservation of missed) this.#miss(reservation)
    for (const { artistId } of others) this.#unreserve(artistId)
    if (one !== undefined && claimed !== undefined) this.#requeue(one, claimed.queued_at)
    this.#batchSize = claimed === undefined ? 2 * this.#batchSize : Math.max(1, 2 * missed.length)
    this.#batchSize = Math.min(this.#batchSize, batchSizeMax)
  }

  /**
   * The claim failed, perhaps because of one of these artists: they go to the end, and the next claim takes one artist
   * alone.
   */
  release(reservations: readonly Reservation[]): void {
    this.#batchSize = 1
    for (const { artistId } of reservations) {
      const entry = this.#order.get(artistId)
      this.#order.delete(artistId)
      if (entry !== undefined) this.#order.set(artistId, { ...entry, isReserved: false })
    }
  }

  #reserve(artistId: string, entry: RotationEntry): Reservation {
    entry.isReserved = true
    return { artistId, queuedAt: entry.queuedAt, joinsSeen: this.#joinCount }
  }

  #hasRejoined({ artistId, joinsSeen }: Reservation): boolean {
    return (this.#order.get(artistId)?.lastJoin ?? 0) > joinsSeen
  }

  #unreserve(artistId: string): void {
    const entry = this.#order.get(artistId)
    if (entry !== undefined) entry.isReserved = false
  }

  #miss(reservation: Reservation): void {
    if (this.#hasRejoined(reservation)) this.#unreserve(reservation.artistId)
    else this.#order.delete(reservation.artistId)
  }

  #requeue(reservation: Reservation, position: string): void {
    const { artistId } = reservation
    const [entry, hasRejoined] = [this.#order.get(artistId), this.#hasRejoined(reservation)]
    this.#order.delete(artistId)
    if (!this.requeuesClaimed && !hasRejoined) return
    const queuedAt = entry === undefined || (!hasRejoined && entry.queuedAt < position) ? position : entry.queuedAt
    this.#order.set(artistId, { queuedAt, isReserved: false, lastJoin: entry?.lastJoin ?? 0 })
  }
}
