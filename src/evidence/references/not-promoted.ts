import { sql } from 'kysely'

/**
 * Of sources `s`: not a discovery that was approved, since its text is in the vault as well, under the same uuid. For
 * queries of all evidence, which would otherwise have it twice.
 */
export const isNotPromoted = (artistId: string) => sql<boolean>`not (s.kind = 'discovery' and exists (
  select from sources twin where twin.artist_id = ${artistId}
    and twin.source_id = replace(s.source_id, 'discovery:', 'vault:')))`
