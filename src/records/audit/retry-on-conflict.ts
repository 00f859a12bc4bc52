import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#src/database/database.ts'
import { ConflictError, isConflict } from '#src/database/errors.ts'
import type { Release } from '#src/database/keyed-mutex.ts'
import { toDatabaseProblem } from '#src/database/violations.ts'

/** Attempts without the artist's lock; the next one takes it. */
const unlockedMax = 3
const attemptsMax = 6

export type Attempt = {
  /** Whether this attempt takes the artist's lock before it reads. */
  takesLock: boolean
  /** Takes the artist's mutex. @throws ConflictError when another request of this process has it */
  tryMutex(): void
}

/**
 * Runs a change of one artist, and again from its beginning where another change has appended to the trail since its
 * read. After three attempts it takes the artist's lock, which every event's foreign key waits for. The artist's mutex
 * spares requests of one process needless conflicts: `waitsForMutex` says whether the first attempt waits for it, too.
 * @throws Problem as `change` threw it; `persistence_unavailable` when the database is away; the sixth conflict
 */
export async function retryOnConflict<T>(
  { artistMutex }: Pick<Database, 'artistMutex'>,
  artistId: string,
  { waitsForMutex }: { waitsForMutex: 'always' | 'after_conflict' },
  change: (attempt: Attempt) => Promise<T>,
): Promise<T> {
  let release: Release | undefined = waitsForMutex === 'always' ? await artistMutex.acquire(artistId) : undefined
  const tryMutex = () => {
    release ??= artistMutex.tryAcquire(artistId)
    if (release === undefined) throw new ConflictError('Another request of this process changes the artist')
  }
  try {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await change({ takesLock: attempt > unlockedMax, tryMutex })
      } catch (error) {
        if (!isConflict(error) || attempt === attemptsMax) throw toDatabaseProblem(error) ?? error
        release ??= await artistMutex.acquire(artistId)
        // After a deadlock or a lost race with another process: a random pause, so that the two do not collide again.
        if (!(error instanceof ConflictError)) await sleep(Math.random() * 10 * 2 ** attempt)
      }
    }
  } finally {
    release?.()
  }
}
