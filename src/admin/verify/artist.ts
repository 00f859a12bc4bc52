import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import type { ArtistTable, Shape } from '../archive/table-schemas.ts'
import type { TrailHead } from '../audit-heads.ts'
import { findingsInArtist } from './artist-row.ts'
import { findingsInBoundaries } from './boundaries.ts'
import { findingsInClaims } from './claims.ts'
import { readingOf } from './context.ts'
import { findingsInCorrections } from './corrections.ts'
import { findingsInDiscoveries } from './discoveries.ts'
import { findingsInEntries } from './entries.ts'
import { findingsInHeads } from './heads.ts'
import { findingsInLore } from './lore.ts'
import type { Findings } from './mismatch.ts'
import { findingsInProfiles } from './profiles.ts'
import { findingsInSessions } from './sessions.ts'
import { findingsInSources } from './sources.ts'
import { emptyTrail, findingsInRest, findingsInTrail } from './trail.ts'

/**
 * Recomputes every revision and chain of one artist (operations, section 9) and yields each row that does not fit. The trail comes first: the
 * rest is compared with it, so what follows a finding there may be its consequence.
 *
 * Run it in a repeatable read transaction.
 * @param heads of the artist that were kept elsewhere; the trail must still have each
 */
export async function* findingsOf(
  db: Kysely<DB>,
  shapes: readonly Shape[],
  artistId: string,
  counted?: (table: ArtistTable) => void,
  heads: readonly TrailHead[] = [],
): Findings {
  const reading = readingOf(db, shapes, artistId, counted)
  const trail = emptyTrail()
  yield* findingsInTrail(reading, trail)
  yield* findingsInHeads(reading, heads)
  yield* findingsInArtist(reading, trail)
  yield* findingsInClaims(reading, trail)
  yield* findingsInProfiles(reading, trail)
  yield* findingsInSources(reading, trail)
  yield* findingsInDiscoveries(reading, trail)
  yield* findingsInSessions(reading, trail)
  yield* findingsInEntries(reading, trail)
  yield* findingsInBoundaries(reading, trail)
  yield* findingsInCorrections(reading, trail)
  yield* findingsInLore(reading, trail)
  yield* findingsInRest(reading, trail)
}
