import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { normalizePageUrl } from '#src/text/url/page-url.ts'

/**
 * The addresses not to read again: every candidate, whatever its review decided, so that a rejected page does not come
 * back; the records of the vault; the artist's own pages, removed ones included.
 */
export async function listKnownAddresses(db: Kysely<DB>, artistId: string): Promise<Set<string>> {
  const urls = await db
    .selectFrom('discoveries')
    .select('url')
    .where('artist_id', '=', artistId)
    .unionAll((eb) =>
      eb
        .selectFrom('sources')
        .select((eb) => eb.ref('url').$notNull().as('url'))
        .where('artist_id', '=', artistId)
        .where('kind', '=', 'vault')
        .where('url', 'is not', null),
    )
    .unionAll((eb) => eb.selectFrom('artist_profiles').select('url').where('artist_id', '=', artistId))
    .execute()
  return new Set(urls.flatMap(({ url }) => normalizePageUrl(url) ?? []))
}
