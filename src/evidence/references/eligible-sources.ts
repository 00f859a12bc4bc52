import { type Kysely, sql } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { type EvidenceCaller, selectAuthorizedReader } from './authorized-reader.ts'

/**
 * Begins a statement with `reader` (see `selectAuthorizedReader`) and `eligible`: the approved vault records, captions
 * and transcripts, neither private nor removed (operations, section 6), for a caller who may read of the artist; none
 * otherwise. A discovery is never among them.
 */
export const withEligibleSources = (db: Kysely<DB>, caller: EvidenceCaller, artistId: string) =>
  db
    .with('reader', () => selectAuthorizedReader(db, caller, artistId))
    .with('eligible', (qc) =>
      qc
        .selectFrom('reader')
        .innerJoin('sources as s', 's.artist_id', 'reader.artist_id')
        .selectAll('s')
        .where('s.artist_id', '=', artistId)
        .where('s.kind', '<>', 'discovery')
        .where('s.curation', '=', 'approved')
        .where('s.is_private', '=', false)
        .where('s.removed_at', 'is', null),
    )

/** To be selected from `eligible`: how many sources there are, and how many of them have stored text. */
export const sourceCounts = [sql<number>`count(*)`.as('eligible'), sql<number>`count(revision)`.as('readable')] as const
