import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import type { DueArtistsRow } from '#src/queue/due-artist-queries.ts'
import { DueArtistTracker } from '#src/queue/due-artist-tracker.ts'

export type Answer = Partial<DueArtistsRow & { isTruncated: boolean }>

export const buildId = (n: number) => `01900000-0000-7000-8000-${String(100_000_000_000 + n)}`

/** The last artist of those that are scanned in parts. */
const lastOfAll = buildId(5_000)

export const buildMoment = (second: number) => `2026-03-04T10:00:${String(second).padStart(2, '0')}.000000Z`

/** A tracker with a clock of the test's own, over a database that answers each query with what `next` returns. */
export function createTracker(next: (read: { kind: 'poll' | 'scan'; after: unknown }) => Answer | Promise<Answer>) {
  const clock = { ms: 1_000 }
  const queries: string[] = []
  const executeQuery = async ({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) => {
    if (sql.includes(' desc')) return { rows: [{ artist_id: lastOfAll }] }
    const kind = sql.includes('isTruncated') ? 'poll' : 'scan'
    queries.push(kind)
    const answer = await next({ kind, after: parameters[0] })
    return { rows: [{ at: buildMoment(queries.length), found: null, isTruncated: false, ...answer }] }
  }
  const db = { executeQuery } as unknown as Kysely<DB>
  const tracker = new DueArtistTracker({ db, kinds: undefined, sharded: false }, () => clock.ms)
  return { clock, tracker, queries }
}

export const buildFound = (...artistIds: string[]): Answer => ({
  found: artistIds.map((artistId) => [artistId, buildMoment(0)]),
})
export const buildMany = (count: number, from = 0) =>
  buildFound(...Array.from({ length: count }, (_, n) => buildId(from + n)))

export async function collectSteps(steps: AsyncGenerator<boolean>): Promise<boolean[]> {
  const all: boolean[] = []
  for await (const step of steps) all.push(step)
  return all
}

/** Serves this many artists, each with a job to claim; in order. */
export function serve({ rotation }: DueArtistTracker, times: number): string[] {
  return Array.from({ length: times }, () => {
    const reservations = rotation.take()
    const artistId = reservations[0]?.artistId ?? ''
    rotation.confirm(reservations, { artist_id: artistId, queued_at: buildMoment(0) })
    return artistId
  })
}
