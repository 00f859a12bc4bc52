/** Who has due jobs, and from which place on: before it nothing is left to be claimed. Places are texts of one length, the earlier the lesser. */
export type Turn = { readonly artistId: string; readonly since: string }

type Standing = {
  since: string
  /** Somebody is just claiming here, so that the others ask the next ones. */
  isAsked: boolean
  /** Something was found here since it was asked last, which that claim need not have seen. */
  isNews: boolean
}

/** Artists whom one claim asks at most. */
const atOnceMax = 64

/**
 * The line of artists who have due jobs, as far as this process knows (./line.ts). Who has been claimed from goes to the end of it, who had nothing
 * more leaves it.
 *
 * Who had one job each leave one after the other. So the more of them have nothing, the more are asked at once; those behind the one who
 * has something keep their places.
 */
export class Turns {
  readonly #line = new Map<string, Standing>()
  #atOnce = 1
  /** Whether who has been claimed from stays in the line. Where the artists are too many to be known, they are found anew instead. */
  staysInLine = true

  get size(): number {
    return this.#line.size
  }

  /** These have come, or have come to have an earlier job: who stands in the line keeps the place there. */
  join(found: readonly Turn[]): void {
    for (const { artistId, since } of found) {
      const standing = this.#line.get(artistId)
      if (standing === undefined) this.#line.set(artistId, { since, isAsked: false, isNews: false })
      else {
        standing.isNews = true
        if (since < standing.since) standing.since = since
      }
    }
  }

  /** Whose turn it is: several where only the first of them who has something is claimed from, and none where nobody is known. */
  take(atOnceAtMost = atOnceMax): Turn[] {
    const turns: Turn[] = []
    const atOnce = Math.min(this.#atOnce, atOnceAtMost)
    for (const [artistId, standing] of this.#line) {
      if (standing.isAsked) continue
      turns.push(asked(artistId, standing))
      if (turns.length === atOnce) return turns
    }
    if (turns.length > 0) return turns
    // Somebody is at each of them. But who has a thousand jobs may be claimed from by all.
    for (const [artistId, standing] of this.#line) return [asked(artistId, standing)]
    return []
  }

  /** What came of it: the job's place, of one of them, or nothing of any. */
  settle(turns: readonly Turn[], claimed?: { artist_id: string; turn_at: string }): void {
    const at = turns.findIndex(({ artistId }) => artistId === claimed?.artist_id)
    const missed = at === -1 ? turns : turns.slice(0, at)
    for (const { artistId } of missed) this.#miss(artistId)
    for (const { artistId } of turns.slice(missed.length + 1)) this.#letBe(artistId)
    if (claimed !== undefined) this.#goOn(claimed.artist_id, claimed.turn_at)
    this.#atOnce = claimed === undefined ? Math.min(2 * this.#atOnce, atOnceMax) : Math.max(1, 2 * missed.length)
    this.#atOnce = Math.min(this.#atOnce, atOnceMax)
  }

  /** Nobody has learnt anything: the claim failed. */
  giveBack(turns: readonly Turn[]): void {
    for (const { artistId } of turns) this.#letBe(artistId)
  }

  #letBe(artistId: string): void {
    const standing = this.#line.get(artistId)
    if (standing !== undefined) standing.isAsked = false
  }

  #miss(artistId: string): void {
    const standing = this.#line.get(artistId)
    if (standing?.isNews === false) this.#line.delete(artistId)
    else this.#letBe(artistId)
  }

  #goOn(artistId: string, place: string): void {
    const standing = this.#line.get(artistId)
    this.#line.delete(artistId)
    if (!this.staysInLine && standing?.isNews !== true) return
    const since = standing === undefined || (!standing.isNews && standing.since < place) ? place : standing.since
    this.#line.set(artistId, { since, isAsked: false, isNews: false })
  }
}

function asked(artistId: string, standing: Standing): Turn {
  standing.isAsked = true
  standing.isNews = false
  return { artistId, since: standing.since }
}
