import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'

/** The pages that the artist has said are his own, the first linked first. */
export const listLinkedProfiles = (db: Kysely<DB>, artistId: string): Promise<{ siteName: string; url: string }[]> =>
  db
    .selectFrom('artist_profiles')
    .select(['site_name as siteName', 'url'])
    .where('artist_id', '=', artistId)
    .where('state', '=', 'linked')
    .orderBy('decided_at')
    .orderBy('id')
    .execute()
