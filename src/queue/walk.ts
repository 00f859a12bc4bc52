import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { type Beginning, lookMax } from './claim-statements.ts'
import type { Kind } from './kinds.ts'

/*
 * How this process walks along the line (./line.ts). It looks who has due jobs, once around from where it is, claims one job of each in this order,
 * and looks again. Every process goes its own round, from an artist of its own.
 *
 * An ended job leaves its entry in the index until a vacuum, and as long as any session of the server holds an old snapshot no
 * vacuum may take it. So a claim begins where the artist's due jobs began when the process looked, or with the one that it last claimed of them. And
 * a look, which steps over all that has ended, takes a twentieth of the time at most: until then the same artists have another round.
 * Whoever comes meanwhile, is released, or whose lease runs out, is found by the next look.
 */

/** Where a claim of an artist's jobs begins. */
export type Turn = { readonly artistId: string; nextRunAt: string; id: string; isOver: boolean }

/** What a look has found, and, where it claims as well, what it has claimed of the first one who was to be had. */
export type Found<Job> = { job: Job | undefined; line: readonly Beginning[] }

type Claimed = { artist_id: string; id: string; next_run_at: string }

/** In milliseconds: what a look has found is old after that. */
const oldAfter = 500
/** Looks take one part in so many of the time, but for as many milliseconds as may be taken in advance; and there is one in five seconds. */
const lookShare = 20
const lookAhead = 250
const restMax = 5_000
/** So many in a row of whom nothing was to be had: others are at work, and what was found is old. */
const missesMax = 4

export class Walk {
  #after: string = randomUUID()
  #round: Turn[] = []
  #next = 0
  #isWhole = false
  #misses = 0
  #isOldAt = 0
  /** When the time that looks have taken will have been their share. */
  #paidAt = 0
  readonly #now: () => number
  #looking: { done: Promise<unknown>; meanwhile: Set<string> } | undefined

  constructor(now = () => performance.now()) {
    this.#now = now
  }

  /** Whose turn it is; undefined when it is time to look. */
  next(): Turn | undefined {
    if (this.#looking === undefined && this.#now() >= this.#isOldAt && this.#mayLook()) return undefined
    const turn = this.#takeNext() ?? this.#takeAgain()
    if (turn === undefined) return undefined
    this.#after = turn.artistId
    this.#looking?.meanwhile.add(turn.artistId)
    return turn
  }

  #takeNext(): Turn | undefined {
    while (this.#next < this.#round.length) {
      const turn = this.#round[this.#next++]
      if (turn?.isOver === false) return turn
    }
    return undefined
  }

  #takeAgain(): Turn | undefined {
    if (!this.#isWhole || this.#mayLook()) return undefined
    this.#round = this.#round.filter(({ isOver }) => !isOver)
    this.#next = 0
    return this.#takeNext()
  }

  #mayLook(): boolean {
    return this.#paidAt <= this.#now() + lookShare * lookAhead
  }

  /** What came of a turn: the claimed job, if any. */
  took(turn: Turn, job: Claimed | undefined): void {
    if (job !== undefined) {
      this.#misses = 0
      Object.assign(turn, beginningAt(job))
      return
    }
    turn.isOver = true
    this.#misses += 1
    if (this.#misses >= missesMax) this.#round = []
  }

  /** The look that is under way, and never fails. */
  get looking(): Promise<unknown> | undefined {
    return this.#looking?.done
  }

  /** Begins a new round with what is found behind the artist who had the last turn; one look at a time. */
  async look<Job extends Claimed>(find: (after: string) => Promise<Found<Job>>): Promise<Found<Job>> {
    const began = this.#now()
    const meanwhile = new Set<string>()
    const finding = find(this.#after)
    this.#looking = { done: finding.catch(() => {}), meanwhile }
    try {
      const found = await finding
      this.#begin(found, meanwhile, this.#now() - began)
      return found
    } finally {
      this.#looking = undefined
    }
  }

  #begin({ job, line }: Found<Claimed>, meanwhile: ReadonlySet<string>, tookMs: number): void {
    const turns = line.map(([artistId, nextRunAt, id]) => ({ artistId, nextRunAt, id, isOver: false }))
    const had = turns.filter(({ artistId }) => meanwhile.has(artistId))
    this.#round = [...had, ...turns.filter(({ artistId }) => !meanwhile.has(artistId))]
    this.#next = had.length
    this.#isWhole = line.length < lookMax
    this.#misses = 0
    this.#isOldAt = this.#now() + oldAfter
    const paidAt = Math.max(this.#paidAt, this.#now()) + lookShare * tookMs
    this.#paidAt = Math.min(paidAt, this.#now() + lookShare * lookAhead + restMax)
    if (job === undefined) return
    const at = this.#round.findIndex(({ artistId }) => artistId === job.artist_id)
    Object.assign(this.#round[at] as Turn, beginningAt(job))
    this.#next = Math.max(this.#next, at + 1)
    this.#after = job.artist_id
  }
}

const beginningAt = (job: Claimed) => ({ nextRunAt: job.next_run_at, id: job.id })

const known = new WeakMap<Kysely<DB>, Map<string, Walk>>()

/** This process's walk through the jobs of a database, of any kind or of some. */
export function walkOf(db: Kysely<DB>, kinds: readonly Kind[] | undefined): Walk {
  const walks = known.get(db) ?? new Map<string, Walk>()
  known.set(db, walks)
  const key = kinds === undefined ? 'any' : [...new Set(kinds)].sort().join()
  const walk = walks.get(key) ?? new Walk()
  walks.set(key, walk)
  return walk
}

/** As if nothing had been claimed yet. */
export const forgetWalks = (db: Kysely<DB>): boolean => known.delete(db)
