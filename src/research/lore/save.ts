import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import type { AuditTrail } from '#src/records/audit/audit-trail.ts'
import { insertLoreVersion, selectNewestLore } from '#src/records/lore/versions.ts'
import { toCanonicalJson } from '#src/text/canonical.ts'
import type { Lore } from './evidence.ts'

/** A composed page, the same with a model's overview, and the newest audit event when its material was read. */
export type Composition = { page: Lore; withOverview: Lore | null; auditHead: string | null }

/**
 * Saves the page as the job's, unless it was composed before. What the artist has published stays what visitors read;
 * the page is then a proposal beside it.
 * @returns the number of the newest version; `records_changed`, and nothing is saved, where the artist's records have
 * changed since the material was read
 */
export async function saveComposition(
  change: AuditTrail,
  jobId: string,
  { page, withOverview, auditHead }: Composition,
): Promise<{ version: number; changed: boolean } | 'records_changed'> {
  if (change.head !== auditHead) return 'records_changed'
  const { trx, artistId } = change
  const { isSame } = await findComposed(trx, artistId, page)
  if (!isSame) await insertLoreVersion(change, { artistId, jobId, ...page, by: 'composer' })
  if (withOverview !== null) await insertLoreVersion(change, { artistId, jobId, ...withOverview, by: 'model' })
  const newest = await selectNewestLore(trx, artistId).select('number').executeTakeFirst()
  return { version: newest?.number ?? 0, changed: !isSame || withOverview !== null }
}

/** Whether the page is the one that was composed last, and whether a model's overview of it was saved as well. */
export async function findComposed(
  db: Kysely<DB>,
  artistId: string,
  page: Lore,
): Promise<{ isSame: boolean; hasOverview: boolean }> {
  const newest = await db
    .selectFrom('lore_versions')
    .where('artist_id', '=', artistId)
    .distinctOn('composed_by')
    .orderBy('composed_by')
    .orderBy('number', 'desc')
    .select(['composed_by', 'number', 'text', 'citations'])
    .execute()
  const by = Object.fromEntries(newest.map((version) => [version.composed_by, version]))
  const { composer: last, model: overview, artist: published } = by
  // What the artist has published as it was composed, with an overview or without, is no proposal.
  if (published !== undefined && `\n\n${published.text}`.endsWith(`\n\n${page.text}`))
    return { isSame: true, hasOverview: true }
  const isSame = last?.text === page.text && toCanonicalJson(last.citations) === toCanonicalJson(page.citations)
  return { isSame, hasOverview: isSame && (overview?.number ?? 0) > last.number }
}
