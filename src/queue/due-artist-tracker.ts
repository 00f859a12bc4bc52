import type { Kysely } from 'kysely'
import { ask, only } from '#src/database/ask.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { type DueArtistsRow, dueArtistQueries, scanArtistsMax } from './due-artist-queries.ts'
import { DutyCycle } from './duty-cycle.ts'
import type { JobKind } from './kinds.ts'
import { randomUuidBetween } from './random-uuid.ts'
import { type QueuedArtist, Rotation } from './rotation.ts'

/*
 * How a process finds out who stands in the line (./due-jobs.ts).
 *
 * It looks for news: who has come since it looked last. Whatever joins the line does so at the end, at the moment of
 * its writing, so this is a short way, and is gone every hundredth of a second while there is something to do.
 *
 * And it looks around: who has due jobs at all. So is found what news do not tell: a lease that has run out, a job that
 * was given back, a write that took long to be kept. This is a long way, most of all beside a session that holds an old
 * snapshot, for then nothing of what has ended is cleared away. So it is gone once a second, less often where it is
 * long, and whenever nobody else is known to have a job: that nothing is due is said by nobody who has not looked.
 *
 * Those who are too many to be known are gone through in the order of their identifiers, part by part, beginning
 * anywhere, each in his part and in no other: then there are no news. A round has one turn for everybody, and who comes
 * during it waits for no more than that.
 */

const newsPace = { restMs: 10, share: 20 }
const aroundPace = { restMs: 1_000, share: 20 }

/** From the writing of a job's place until it is kept, mostly; what takes longer is found by looking around. */
const slackMs = 100

/** Of a part so many are left when the next one is looked for, so that nobody who claims waits for it. */
const partLeft = scanArtistsMax / 8

/** Before every artist. */
const nobody = '00000000-0000-0000-0000-000000000000'

/** One look around: whether it found anybody, and whether by itself it went all the way. */
type Look = { foundAny: boolean; isWhole: boolean }

type Scope = { db: Kysely<DB>; kinds: readonly JobKind[] | undefined; inShards: boolean }

export class DueArtistTracker {
  readonly turns = new Rotation()
  readonly #scope: Scope
  readonly #newsPace: DutyCycle
  readonly #aroundPace: DutyCycle
  /**
   * When it was looked for news last, by the database's clock; undefined where there are none: before the first look
   * around, and in parts.
   */
  #newsAt: string | undefined
  /** Behind whom the next look around begins. One that finds as many as it may has not come to the end of the line. */
  #after = nobody
  /** Times that looks have come to the end of the line, ever. */
  #ends = 0
  #looking: Promise<Look> | undefined
  #lookingNext: Promise<Look> | undefined

  constructor(scope: Scope, now?: () => number) {
    this.#scope = scope
    this.#newsPace = new DutyCycle(newsPace, now)
    this.#aroundPace = new DutyCycle(aroundPace, now)
  }

  /**
   * Before a claim: looks where it is time to. Others who claim meanwhile do not wait for it.
   * @returns whether it has looked for news
   */
  async refreshIfDue(): Promise<boolean> {
    if (this.#isAroundDue()) await this.#look()
    else if (this.#newsPace.isDue) return await this.pollNew()
    return false
  }

  #isAroundDue(): boolean {
    if (this.#looking !== undefined || this.#lookingNext !== undefined) return false
    if (this.#inParts) return this.turns.size <= partLeft
    // Where nobody is known, whoever claims looks around himself, after the news.
    return this.turns.size > 0 && this.#aroundPace.isDue
  }

  get #inParts(): boolean {
    return !this.turns.requeuesClaimed
  }

  /** @returns whether it could: there are no news before the first look around, and none in parts */
  async pollNew(): Promise<boolean> {
    const { db, kinds } = this.#scope
    const at = this.#newsAt
    if (at === undefined) return false
    const asked = dueArtistQueries({ kinds }).news({ kinds, at, slackMs })
    const news = only(await this.#newsPace.keep(() => ask(db, asked)))
    // Two may have looked at once.
    if (at === this.#newsAt) this.#newsAt = news.at
    if (!this.#inParts) this.turns.join(turnsOf(news))
    if (news.isCrowd) this.#aroundPace.expedite()
    return true
  }

  /**
   * This artist has a due job of this kind from a place on: what else would be told by the news. Nobody may ask here
   * any more, so there is an end to it.
   */
  tell(kind: JobKind, turn: QueuedArtist): void {
    const isOfKinds = this.#scope.kinds?.includes(kind) ?? true
    const hasRoom = this.turns.size < scanArtistsMax || this.turns.has(turn.artistId)
    if (isOfKinds && !this.#inParts && hasRoom) this.turns.join([turn])
  }

  /**
   * Looks around until somebody is found, or all the way.
   * @returns a step at a time, whether somebody was found
   */
  async *scan(): AsyncGenerator<boolean> {
    const began = this.#ends
    for (;;) {
      const { foundAny, isWhole } = await this.#lookAfterNow()
      yield foundAny
      // Of parts the first may be the last of a round, which began before.
      if (isWhole || this.#ends >= began + 2) return
    }
  }

  /**
   * A look that begins after this call, the same one for all who wait for it: its failure is the failure of all of
   * them.
   */
  #lookAfterNow(): Promise<Look> {
    if (this.#looking === undefined && this.#lookingNext === undefined) return this.#look()
    this.#lookingNext ??= Promise.resolve(this.#looking).then(
      () => this.#look(),
      () => this.#look(),
    )
    return this.#lookingNext
  }

  #look(): Promise<Look> {
    this.#lookingNext = undefined
    const looking = this.#aroundPace
      .keep(() => this.#lookOnce())
      .finally(() => {
        this.#looking = undefined
      })
    this.#looking = looking
    return looking
  }

  async #lookOnce(): Promise<Look> {
    const { db, kinds, inShards } = this.#scope
    const after = this.#after
    const { scan, scanShards } = dueArtistQueries({ kinds })
    const row = only(await ask(db, (inShards ? scanShards : scan)({ kinds, after })))
    const found = turnsOf(row)
    const isEnd = found.length < scanArtistsMax
    const [first] = found
    if (!isEnd && first !== undefined && after === nobody && !this.#inParts) return await this.#beginParts(first)
    const isWhole = isEnd && after === nobody
    this.#newsAt = isWhole ? (this.#newsAt ?? row.at) : undefined
    this.#after = isEnd ? nobody : (found.at(-1)?.artistId ?? nobody)
    if (isEnd) this.#ends += 1
    this.turns.requeuesClaimed = isWhole
    this.turns.join(shuffled(found))
    return { foundAny: found.length > 0, isWhole }
  }

  /** Anywhere: a process that does not live for a round would else never come to the last of them, nor the next one. */
  async #beginParts(first: QueuedArtist): Promise<Look> {
    const { db, kinds } = this.#scope
    const [last] = await ask(db, dueArtistQueries({ kinds }).last({ kinds }))
    this.turns.requeuesClaimed = false
    this.#newsAt = undefined
    this.#after = randomUuidBetween(first.artistId, last?.artist_id ?? first.artistId)
    return await this.#lookOnce()
  }
}

const turnsOf = ({ found }: DueArtistsRow): QueuedArtist[] =>
  (found ?? []).map(([artistId, since]) => ({ artistId, since }))

/** Processes that begin at the same moment would else go in step, each in the way of the others. */
function shuffled<T>(all: readonly T[]): T[] {
  return all
    .map((one) => ({ one, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one)
}

const known = new WeakMap<Kysely<DB>, Map<string, DueArtistTracker>>()

/** This process's lookout over the jobs of a database, of any kind or of some. */
export function getDueArtistTracker(
  db: Kysely<DB>,
  kinds: readonly JobKind[] | undefined,
  inShards: boolean,
): DueArtistTracker {
  const lookouts = known.get(db) ?? new Map<string, DueArtistTracker>()
  known.set(db, lookouts)
  const key = `${inShards} ${kinds === undefined ? 'any' : [...new Set(kinds)].sort().join()}`
  const lookout = lookouts.get(key) ?? new DueArtistTracker({ db, kinds, inShards })
  lookouts.set(key, lookout)
  return lookout
}

/** A slice of this process has ended, and its job goes on: that is no news here. */
export function markStillDue(
  db: Kysely<DB>,
  { artist_id: artistId, kind, queued_at: since }: { artist_id: string; kind: JobKind; queued_at?: string },
) {
  if (since === undefined) return
  for (const lookout of known.get(db)?.values() ?? []) lookout.tell(kind, { artistId, since })
}

/** As if nothing had been claimed yet. */
export const resetDueArtistTrackers = (db: Kysely<DB>): boolean => known.delete(db)
