import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'

/** The current texts of the artist's eligible sources, as `s` and `r`, for work that no user has asked for. */
export const selectEligibleTexts = (db: Kysely<DB>, artistId: string) =>
  db
    .selectFrom('sources as s')
    .innerJoin('source_revisions as r', (join) =>
      join.onRef('r.source_id', '=', 's.source_id').onRef('r.revision', '=', 's.revision'),
    )
    .where('s.artist_id', '=', artistId)
    .where('r.artist_id', '=', artistId)
    .where('s.kind', '<>', 'discovery')
    .where('s.curation', '=', 'approved')
    .where('s.is_private', '=', false)
    .where('s.removed_at', 'is', null)
