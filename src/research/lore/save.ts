import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import type { AuditTrail } from '#src/records/audit/audit-trail.ts'
import { insertLoreVersion } from '#src/records/lore/versions.ts'
import { toCanonicalJson } from '#src/text/canonical.ts'
import type { HashedCitation } from '#src/text/revisions.ts'
import type { Lore } from './evidence.ts'

/**
 * Saves the page as the job's, unless it was composed before. What the artist has published stays what visitors read;
 * the page is then a proposal beside it.
 * @returns the newest audit event then, whether the page is new, and whether a model's overview of it is saved already
 */
export async function saveComposition(
  change: AuditTrail,
  jobId: string,
  page: Lore,
): Promise<{ auditHead: string | null; isNew: boolean; hasOverview: boolean }> {
  const { trx, artistId, head } = change
  const { isSame, hasOverview } = compareWithSaved(page, await readNewest(trx, artistId))
  if (isSame) return { auditHead: head, isNew: false, hasOverview }
  const { hash } = await insertLoreVersion(change, { artistId, jobId, ...page, by: 'composer' })
  return { auditHead: hash, isNew: true, hasOverview }
}

type Version = Lore & { number: number }

/** The newest version that was composed, that has a model's overview, and that the artist published. */
export async function readNewest(
  db: Kysely<DB>,
  artistId: string,
): Promise<Partial<Record<'composer' | 'model' | 'artist', Version>>> {
  const newest = await db
    .selectFrom('lore_versions')
    .where('artist_id', '=', artistId)
    .distinctOn('composed_by')
    .orderBy('composed_by')
    .orderBy('number', 'desc')
    .select(['composed_by', 'number', 'text', 'citations'])
    .$narrowType<{ citations: HashedCitation[] }>()
    .execute()
  return Object.fromEntries(newest.map(({ composed_by, ...version }) => [composed_by, version]))
}

/** Whether the page is the one that was composed last, and whether a model's overview of it was saved as well. */
function compareWithSaved(page: Lore, newest: Awaited<ReturnType<typeof readNewest>>) {
  const { composer: last, model: overview, artist: published } = newest
  // What the artist has published as it was composed, with an overview or without, is no proposal.
  if (published !== undefined && `\n\n${published.text}`.endsWith(`\n\n${page.text}`))
    return { isSame: true, hasOverview: true }
  const isSame = last?.text === page.text && toCanonicalJson(last.citations) === toCanonicalJson(page.citations)
  return { isSame, hasOverview: isSame && (overview?.number ?? 0) > last.number }
}
