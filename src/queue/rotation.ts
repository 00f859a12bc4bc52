/**
 * Who has due jobs, and from which place on: before it nothing is left to be claimed. Places are texts of one length,
 * the earlier the lesser.
 */
export type QueuedArtist = { readonly artistId: string; readonly since: string }

/**
 * A turn of somebody who claims, and how often anything had been told by then: what is told later his claim need not
 * have seen.
 */
export type Reservation = QueuedArtist & { readonly heard: number }

type Standing = {
  since: string
  /** Somebody is just claiming here, so that the others ask the next ones. */
  isAsked: boolean
  /** Which telling was the last to be about this artist. */
  toldAt: number
}

/** Artists whom one claim asks at most. */
const atOnceMax = 64

/**
 * The line of artists who have due jobs, as far as this process knows (./due-jobs.ts). Who has been claimed from goes
 * to the end of it, who had nothing more leaves it.
 *
 * Who had one job each leave one after the other. So the more of them have nothing, the more are asked at once; those
 * behind the one who has something keep their places.
 */
export class Rotation {
  readonly #line = new Map<string, Standing>()
  #atOnce = 1
  #told = 0
  /**
   * Whether who has been claimed from stays in the line. Where the artists are too many to be known, they are found
   * anew instead.
   */
  requeuesClaimed = true

  get size(): number {
    return this.#line.size
  }

  has(artistId: string): boolean {
    return this.#line.has(artistId)
  }

  /** These have come, or have come to have an earlier job: who stands in the line keeps the place there. */
  join(found: readonly QueuedArtist[]): void {
    this.#told += 1
    for (const { artistId, since } of found) {
      const standing = this.#line.get(artistId)
      if (standing === undefined) this.#line.set(artistId, { since, isAsked: false, toldAt: this.#told })
      else {
        standing.toldAt = this.#told
        if (since < standing.since) standing.since = since
      }
    }
  }

  /**
   * Whose turn it is: several where only the first of them who has something is claimed from, and none where nobody is
   * known.
   */
  take(atOnceAtMost = atOnceMax): Reservation[] {
    const turns: Reservation[] = []
    const atOnce = Math.min(this.#atOnce, atOnceAtMost)
    for (const [artistId, standing] of this.#line) {
      if (standing.isAsked) continue
      turns.push(this.#ask(artistId, standing))
      if (turns.length === atOnce) return turns
    }
    if (turns.length > 0) return turns
    // Somebody is at each of them. But who has a thousand jobs may be claimed from by all.
    for (const [artistId, standing] of this.#line) return [this.#ask(artistId, standing)]
    return []
  }

  /** What came of it: the job's place, of one of them, or nothing of any. */
  settle(turns: readonly Reservation[], claimed?: { artist_id: string; queued_at: string }): void {
    const at = turns.findIndex(({ artistId }) => artistId === claimed?.artist_id)
    const missed = at === -1 ? turns : turns.slice(0, at)
    const [one, ...others] = turns.slice(missed.length)
    for (const turn of missed) this.#miss(turn)
    for (const { artistId } of others) this.#letBe(artistId)
    if (one !== undefined && claimed !== undefined) this.#goOn(one, claimed.queued_at)
    this.#atOnce = claimed === undefined ? Math.min(2 * this.#atOnce, atOnceMax) : Math.max(1, 2 * missed.length)
    this.#atOnce = Math.min(this.#atOnce, atOnceMax)
  }

  /**
   * The claim failed. It may be one of them by whom it did, so the others go first, and it is begun again with one
   * alone.
   */
  release(turns: readonly Reservation[]): void {
    this.#atOnce = 1
    for (const { artistId } of turns) {
      const standing = this.#line.get(artistId)
      this.#line.delete(artistId)
      if (standing !== undefined) this.#line.set(artistId, { ...standing, isAsked: false })
    }
  }

  #ask(artistId: string, standing: Standing): Reservation {
    standing.isAsked = true
    return { artistId, since: standing.since, heard: this.#told }
  }

  #hasNews({ artistId, heard }: Reservation): boolean {
    return (this.#line.get(artistId)?.toldAt ?? 0) > heard
  }

  #letBe(artistId: string): void {
    const standing = this.#line.get(artistId)
    if (standing !== undefined) standing.isAsked = false
  }

  #miss(turn: Reservation): void {
    if (this.#hasNews(turn)) this.#letBe(turn.artistId)
    else this.#line.delete(turn.artistId)
  }

  #goOn(turn: Reservation, place: string): void {
    const { artistId } = turn
    const [standing, hasNews] = [this.#line.get(artistId), this.#hasNews(turn)]
    this.#line.delete(artistId)
    if (!this.requeuesClaimed && !hasNews) return
    const since = standing === undefined || (!hasNews && standing.since < place) ? place : standing.since
    this.#line.set(artistId, { since, isAsked: false, toldAt: standing?.toldAt ?? 0 })
  }
}
