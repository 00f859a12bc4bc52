import type { Kysely } from 'kysely'
import { ask, only } from '#src/database/ask.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { type LookRow, lookMax, lookStatements } from './due-artist-queries.ts'
import { Pace } from './duty-cycle.ts'
import type { Kind } from './kinds.ts'
import { anywhereBetween } from './random-uuid.ts'
import { type Turn, Turns } from './rotation.ts'

/*
 * How a process finds out who stands in the line (./line.ts).
 *
 * It looks for news: who has come since it looked last. Whatever joins the line does so at the end, at the moment of its writing, so this is a
 * short way, and is gone every hundredth of a second while there is something to do.
 *
 * And it looks around: who has due jobs at all. So is found what news do not tell: a lease that has run out, a job that was given back, a write
 * that took long to be kept. This is a long way, most of all beside a session that holds an old snapshot, for then nothing of what has
 * ended is cleared away. So it is gone once a second, less often where it is long, and whenever nobody else is known to have a job:
 * that nothing is due is said by nobody who has not looked.
 *
 * Those who are too many to be known are gone through in the order of their identifiers, part by part, beginning anywhere, each in his part and in no
 * other: then there are no news. A round has one turn for everybody, and who comes during it waits for no more than that.
 */

const newsPace = { restMs: 10, share: 20 }
const aroundPace = { restMs: 1_000, share: 20 }

/** From the writing of a job's place until it is kept, mostly; what takes longer is found by looking around. */
const slackMs = 100

/** Of a part so many are left when the next one is looked for, so that nobody who claims waits for it. */
const partLeft = lookMax / 8

/** Before every artist. */
const nobody = '00000000-0000-0000-0000-000000000000'

/** One look around: whether it found anybody, and whether by itself it went all the way. */
type Look = { foundAny: boolean; isWhole: boolean }

type Scope = { db: Kysely<DB>; kinds: readonly Kind[] | undefined; inShards: boolean }

export class Lookout {
  readonly turns = new Turns()
  readonly #scope: Scope
  readonly #newsPace: Pace
  readonly #aroundPace: Pace
  /** When it was looked for news last, by the database's clock; undefined where there are none: before the first look around, and in parts. */
  #newsAt: string | undefined
  /** Behind whom the next look around begins. One that finds as many as it may has not come to the end of the line. */
  #after = nobody
  /** Times that looks have come to the end of the line, ever. */
  #ends = 0
  #looking: Promise<Look> | undefined
  #lookingNext: Promise<Look> | undefined

  constructor(scope: Scope, now?: () => number) {
    this.#scope = scope
    this.#newsPace = new Pace(newsPace, now)
    this.#aroundPace = new Pace(aroundPace, now)
  }

  /**
   * Before a claim: looks where it is time to. Others who claim meanwhile do not wait for it.
   * @returns whether it has looked for news
   */
  async keepUp(): Promise<boolean> {
    if (this.#isAroundDue()) await this.#look()
    else if (this.#newsPace.isDue) return await this.lookForNews()
    return false
  }

  #isAroundDue(): boolean {
    if (this.#looking !== undefined || this.#lookingNext !== undefined) return false
    if (this.#inParts) return this.turns.size <= partLeft
    // Where nobody is known, whoever claims looks around himself, after the news.
    return this.turns.size > 0 && this.#aroundPace.isDue
  }

  get #inParts(): boolean {
    return !this.turns.staysInLine
  }

  /** @returns whether it could: there are no news before the first look around, and none in parts */
  async lookForNews(): Promise<boolean> {
    const { db, kinds } = this.#scope
    const at = this.#newsAt
    if (at === undefined) return false
    const asked = lookStatements({ kinds }).news({ kinds, at, slackMs })
    const news = only(await this.#newsPace.keep(() => ask(db, asked)))
    // Two may have looked at once.
    if (at === this.#newsAt) this.#newsAt = news.at
    if (!this.#inParts) this.turns.join(turnsOf(news))
    if (news.isCrowd) this.#aroundPace.hurry()
    return true
  }

  /** This artist has a due job of this kind from a place on: what else would be told by the news. Nobody may ask here any more, so there is an end to it. */
  tell(kind: Kind, turn: Turn): void {
    const isOfKinds = this.#scope.kinds?.includes(kind) ?? true
    const hasRoom = this.turns.size < lookMax || this.turns.has(turn.artistId)
    if (isOfKinds && !this.#inParts && hasRoom) this.turns.join([turn])
  }

  /**
   * Looks around until somebody is found, or all the way.
   * @returns a step at a time, whether somebody was found
   */
  async *around(): AsyncGenerator<boolean> {
    const began = this.#ends
    for (;;) {
      const { foundAny, isWhole } = await this.#lookAfterNow()
      yield foundAny
      // Of parts the first may be the last of a round, which began before.
      if (isWhole || this.#ends >= began + 2) return
    }
  }

  /** A look that begins after this call, the same one for all who wait for it: its failure is the failure of all of them. */
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
    const { around, aroundShards } = lookStatements({ kinds })
    const row = only(await ask(db, (inShards ? aroundShards : around)({ kinds, after })))
    const found = turnsOf(row)
    const isEnd = found.length < lookMax
    const [first] = found
    if (!isEnd && first !== undefined && after === nobody && !this.#inParts) return await this.#beginParts(first)
    const isWhole = isEnd && after === nobody
    this.#newsAt = isWhole ? (this.#newsAt ?? row.at) : undefined
    this.#after = isEnd ? nobody : (found.at(-1)?.artistId ?? nobody)
    if (isEnd) this.#ends += 1
    this.turns.staysInLine = isWhole
    this.turns.join(shuffled(found))
    return { foundAny: found.length > 0, isWhole }
  }

  /** Anywhere: a process that does not live for a round would else never come to the last of them, nor the next one. */
  async #beginParts(first: Turn): Promise<Look> {
    const { db, kinds } = this.#scope
    const [last] = await ask(db, lookStatements({ kinds }).last({ kinds }))
    this.turns.staysInLine = false
    this.#newsAt = undefined
    this.#after = anywhereBetween(first.artistId, last?.artist_id ?? first.artistId)
    return await this.#lookOnce()
  }
}

const turnsOf = ({ found }: LookRow): Turn[] => (found ?? []).map(([artistId, since]) => ({ artistId, since }))

/** Processes that begin at the same moment would else go in step, each in the way of the others. */
function shuffled<T>(all: readonly T[]): T[] {
  return all
    .map((one) => ({ one, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one)
}

const known = new WeakMap<Kysely<DB>, Map<string, Lookout>>()

/** This process's lookout over the jobs of a database, of any kind or of some. */
export function lookoutOf(db: Kysely<DB>, kinds: readonly Kind[] | undefined, inShards: boolean): Lookout {
  const lookouts = known.get(db) ?? new Map<string, Lookout>()
  known.set(db, lookouts)
  const key = `${inShards} ${kinds === undefined ? 'any' : [...new Set(kinds)].sort().join()}`
  const lookout = lookouts.get(key) ?? new Lookout({ db, kinds, inShards })
  lookouts.set(key, lookout)
  return lookout
}

/** A slice of this process has ended, and its job goes on: that is no news here. */
export function goesOn(
  db: Kysely<DB>,
  { artist_id: artistId, kind, turn_at: since }: { artist_id: string; kind: Kind; turn_at?: string },
) {
  if (since === undefined) return
  for (const lookout of known.get(db)?.values() ?? []) lookout.tell(kind, { artistId, since })
}

/** As if nothing had been claimed yet. */
export const forgetLine = (db: Kysely<DB>): boolean => known.delete(db)
