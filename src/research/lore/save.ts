import type { Kysely } from 'kysely'
import type { Database } from '#src/database/database.ts'
import type { DB } from '#src/database/tables.gen.ts'
import type { ClaimedJob } from '#src/queue/claim.ts'
import { applyTransition, completeJob, type SliceEnding } from '#src/queue/transitions.ts'
import { insertLoreVersion, selectNewestLore } from '#src/records/lore/versions.ts'
import { toCanonicalJson } from '#src/text/canonical.ts'
import { saveSlice } from '../slice.ts'
import type { Lore } from './evidence.ts'

/** A composed page, the same with a model's overview, and the newest audit event when its material was read. */
export type Composition = { page: Lore; withOverview: Lore | null; auditHead: string | null; steps: number }

/** Nothing was written where the artist's records have changed since the material was read, or the lease is lost. */
export type Saved = { ending: SliceEnding; changed: boolean } | 'records_changed' | 'lease_lost'

/**
 * Saves the page and ends the job, in one commit: version, audit event and job. A page that was composed before makes no
 * version. What the artist has published stays what visitors read; the page is then a proposal beside it.
 */
export const saveComposition = (db: Database, job: ClaimedJob, composition: Composition): Promise<Saved> =>
  saveSlice<Saved>(db, job, 'lease_lost', async (tx) => {
    const { page, withOverview, auditHead, steps } = composition
    if (tx.head !== auditHead) return 'records_changed'
    const { trx } = tx
    const { isSame } = await findComposed(trx, job.artist_id, page)
    const version = { artistId: job.artist_id, jobId: job.id }
    if (!isSame) await insertLoreVersion(tx, { ...version, ...page, by: 'composer' })
    if (withOverview !== null) await insertLoreVersion(tx, { ...version, ...withOverview, by: 'model' })
    const changed = !isSame || withOverview !== null
    const newest = await selectNewestLore(trx, job.artist_id).select('number').executeTakeFirst()
    const result = { version: newest?.number ?? 0, changed }
    return { ending: await applyTransition(completeJob(trx, job, { steps, result })), changed }
  })

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
