import type { Kysely } from 'kysely'
import type { Asked } from '#src/database/statement.ts'
import type { DB } from '#src/database/tables.gen.ts'

/** The event that a change was kept with: what it followed, and what the next one has to follow. */
export type Kept = { seq: number; at: Date; previous: string | null; hash: string }

/**
 * What a statement would answer from now on, but for the head; of the things that it is `about` one has to change for
 * it to answer something else.
 */
export type Left = {
  asked: Asked<unknown>
  about: readonly string[]
  /**
   * Undefined where it follows from what the statement would have answered before the change, and that is not known.
   */
  row(before: object | undefined): object | undefined
}

/**
 * What a change leaves for those that follow it: it has changed the things in `changed` and nothing else that is
 * remembered.
 */
export type Leaves = { kept: Kept; changed: readonly string[]; left: readonly Left[] }

/** An instant of the database's clock, in milliseconds, and this process's own when it heard of it. */
export type Clock = { at: number; heard: number }

/**
 * A row with the head, by which clock its `now` was made, and the hash by which it is known whether anything was kept
 * since.
 */
export type Recalled = { row: object; clock: Clock; hash: string }

/**
 * What this process knows of the artists whom it changed last, for the change that follows. None of it is ever answered
 * to anybody: it is what the next change is decided on, which is kept where the head of the artist's trail is still the
 * one that is remembered and by nobody else's word.
 */
export type Memory = {
  recall(key: string, asked: Asked<unknown>): Recalled | undefined
  /** Whether nothing is known to have been kept since the event of this hash. */
  isNewest(key: string, hash: string): boolean
  /** Takes in what a change has left, which was decided on by this clock. It is kept by now, so this does not fail. */
  keep(key: string, leaves: Leaves, clock: Clock): void
  forget(key: string): void
  /** All that is remembered, for whoever compares it with what the database answers. */
  all(): Generator<{ key: string; asked: Asked<unknown>; row: object }>
  /** By this process's clock, in milliseconds. */
  now(): number
  /** Forgets all of it, and takes nothing in any more. */
  close(): void
}

type Row = { asked: Asked<unknown>; about: readonly string[]; own: object }
type Known = { kept: Kept; clock: Clock; rows: Row[] }

/**
 * Rows hold people's words, some kilobytes each: there are few of them, and they go a minute or two after the artist
 * was changed last.
 */
const keysMax = 200
const rowsMax = 32
/**
 * From when the database's clock was last heard: two clocks do not drift apart by much in so long, and what keeps a
 * change sees to the rest.
 */
const lifeMs = 60_000

export function openMemory({ now = () => performance.now() } = {}): Memory {
  /** The one that was changed last stands last. */
  const known = new Map<string, Known>()
  let sweeping: NodeJS.Timeout | undefined
  let isClosed = false

  const isOver = ({ clock }: Known) => now() - clock.heard >= lifeMs

  const find = (key: string, asked: Asked<unknown>) => {
    const all = known.get(key)
    if (all === undefined || isOver(all)) return undefined
    const row = all.rows.find((each) => isSame(each.asked, asked))
    return row && { ...all, row }
  }

  function sweep(): void {
    sweeping = undefined
    for (const [key, each] of known) if (isOver(each)) known.delete(key)
    if (known.size > 0) sweepLater()
  }
  function sweepLater(): void {
    sweeping ??= setTimeout(sweep, lifeMs).unref()
  }

  return {
    recall: (key, asked) => {
      const found = find(key, asked)
      if (found === undefined) return undefined
      const { kept, clock, row } = found
      return { row: { ...row.own, ...headAt(kept, clock, now()) }, clock, hash: kept.hash }
    },
    isNewest: (key, hash) => known.get(key)?.kept.hash === hash,
    keep: (key, { kept, changed, left }, clock) => {
      const before = known.get(key)
      known.delete(key)
      if (isClosed) return
      // What followed another event than this one did was overtaken.
      const stood = before?.kept.hash === kept.previous && !isOver(before) ? before.rows : []
      const made = left.flatMap(({ asked, about, row }) => {
        const own = row(stood.find((each) => isSame(each.asked, asked))?.own)
        return own === undefined ? [] : [{ asked, about, own }]
      })
      const stands = stood.filter(({ about }) => !about.some((each) => changed.includes(each)))
      known.set(key, { kept, clock, rows: [...made, ...stands].slice(0, rowsMax) })
      const [oldest] = known.keys()
      if (known.size > keysMax && oldest !== undefined) known.delete(oldest)
      sweepLater()
    },
    forget: (key) => void known.delete(key),
    *all() {
      for (const [key, { kept, clock, rows }] of known)
        for (const { asked, own } of rows) yield { key, asked, row: { ...own, ...headAt(kept, clock, now()) } }
    },
    now,
    close: () => {
      isClosed = true
      known.clear()
      clearTimeout(sweeping)
      sweeping = undefined
    },
  }
}

/**
 * The head that the next change follows, with the instant that it is by the clock which this process has heard: the
 * database's, or a little late.
 */
const headAt = ({ seq, hash }: Kept, { at, heard }: Clock, now: number) => ({
  audit_seq: seq,
  audit_head: hash,
  now: new Date(Math.floor(at + now - heard)),
})

/** A statement has a caller among its values, so nobody is ever taken for another one. */
const isSame = (one: Asked<unknown>, other: Asked<unknown>) =>
  one.name !== undefined &&
  one.name === other.name &&
  one.query.parameters.every((value, at) => value === other.query.parameters[at])

const memories = new WeakMap<Kysely<DB>, Memory>()

export const remember = (db: Kysely<DB>, memory: Memory): void => void memories.set(db, memory)

/** Undefined behind a transaction pooler, and where nobody has opened one. */
export const memoryOf = (db: Kysely<DB>): Memory | undefined => memories.get(db)
