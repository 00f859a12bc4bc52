import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { normalizePageUrl } from '#src/text/url/canonical-url.ts'

/**
 * The addresses that need not be looked at again: every candidate, whatever was decided about it, so that what was
 * turned down does not come back by itself; the records of the vault; the artist's own pages, those among them that he
 * has taken out.
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
