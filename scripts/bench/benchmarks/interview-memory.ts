import { readMemorySnapshot } from '../../../test/memory/read-snapshot.ts'
import type { Benchmarks, Entrant, Goal } from '../benchmark.ts'
import { answersOfSharedArtist, answersPerArtist, claimants, ensureAnswers } from '../data/answers.ts'
import type { ServerName } from '../environment.ts'
import { loadArtists } from '../load/artists.ts'
import { openGets, timeCalls } from '../time-calls.ts'

export const servers: readonly ServerName[] = ['stock']
export const isLong = true

/**
 * The mandatory memory of an artist with 1,600 answers, beside that of one with ten: a page of it, and what an offer
 * checks of it. One caller at a time, or the waiting for each other would be measured.
 */
export const createBenchmarks: Benchmarks = async (environment) => {
  const pool = environment.openPool(1)
  await ensureAnswers(pool)
  const artists = (await loadArtists(pool, 'service')).map(({ id }) => id)
  const [few = '', many = ''] = [artists[0], artists.at(-1)]
  const { rows } = await pool.query<{ id: string; next: number }>(
    'select artist_id as id, max(sitting) + 1 as next from interview_entries where artist_id in ($1, $2) group by artist_id',
    [few, many],
  )
  const nextSittings = new Map(rows.map(({ id, next }) => [id, next]))
  const { base } = await environment.startService()
  const get = openGets(base, await environment.authorize(claimants[0]), 1)
  const db = environment.openDatabase(1)
  const against = `${answersPerArtist} answers`
  const compare = (work: string, goal: Goal, read: (artistId: string) => Promise<unknown>) => {
    const createEntrant = (name: string, role: Entrant['role'], artistId: string): Entrant => ({
      name,
      role,
      measure: (seconds) => timeCalls(1, seconds, () => read(artistId)),
    })
    const entrants = [createEntrant(against, 'floor', few), createEntrant('Sittings', 'ours', many)]
    return { rows: [{ work, unit: 'ms' as const, goals: [goal] }], entrants }
  }
  return [
    compare(`a page of the memory after ${answersOfSharedArtist} answers`, { against, atMost: 1.5 }, (artistId) =>
      get(`/api/artist/${artistId}/interview/memory?sitting=${nextSittings.get(artistId)}`),
    ),
    compare('the check of its snapshot by an offer', { against, atMost: 1.1 }, (artistId) =>
      readMemorySnapshot(db, artistId, nextSittings.get(artistId) ?? 1),
    ),
  ]
}
