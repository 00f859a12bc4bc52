import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import type { ClaimedJob } from '#src/queue/claim.ts'
import { canonicalizeUrl, normalizePageUrl } from '#src/text/url/page-url.ts'
import { chargeJob } from '../budget.ts'
import { isProviderFailure, type ProviderFailure } from '../providers/call.ts'
import type { FoundPage } from '../providers/web-search.ts'
import type { ResearchContext } from '../slice.ts'

/** `spent`: the artist's paid searches of the day. */
type WebSearchOutcome = { pages: FoundPage[] } | ProviderFailure | 'not_configured' | 'spent'

/** Searches the web with the configured provider for pages that are new to the artist, best first, each once. */
export async function searchNewPages(
  job: ClaimedJob,
  query: string,
  context: Pick<ResearchContext, 'db' | 'providers' | 'signal'>,
): Promise<WebSearchOutcome> {
  const { search } = context.providers
  if (search === undefined) return 'not_configured'
  if (search.isPaid && !(await chargeJob(context.db, job, 'search'))) return 'spent'
  const searched = await search.search(query, context.signal)
  if (isProviderFailure(searched)) return searched
  const known = await listKnownAddresses(context.db, job.artist_id)
  const found = new Map<string, FoundPage>()
  for (const page of searched.pages) {
    const url = canonicalizeUrl(page.url)
    const address = normalizePageUrl(page.url)
    const isNew = address !== undefined && !known.has(address) && !found.has(address)
    if (url !== undefined && isNew) found.set(address, { ...page, url })
  }
  return { pages: [...found.values()] }
}

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
