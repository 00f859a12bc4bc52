import { type QueryCreator, sql } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import type { NewJob } from '#src/queue/enqueue.ts'
import { computeLoreRevision, type HashedCitation } from '#src/text/revisions.ts'
import type { AuditTrail } from '../audit/audit-trail.ts'

/** The refresh by which Lore reads new answers, and composes again under the boundaries that hold now. */
export const newLoreRefresh = (artistId: string, id: string): NewJob => ({ artistId, id, kind: 'lore_refresh' })

/** A text of the Lore before it is a version: `jobId` is null where the artist publishes it. */
type NewLoreText = {
  artistId: string
  text: string
  citations: readonly HashedCitation[]
  by: 'composer' | 'model' | 'artist'
  jobId: string | null
  /** What the audit event says beside the version. */
  details?: Record<string, unknown>
}

/**
 * The version that visitors read: the newest that the artist published, else the newest that was composed. A text with
 * a model's overview is only ever a proposal.
 */
export const selectPublishedLore = (db: QueryCreator<DB>, artistId: string) =>
  db
    .selectFrom('lore_versions')
    .where('artist_id', '=', artistId)
    .where('composed_by', '<>', sql.lit('model'))
    .orderBy(sql`composed_by = 'artist'`, 'desc')
    .orderBy('number', 'desc')
    .limit(sql.lit(1))

/** The newest version of all, whatever its state. */
export const selectNewestLore = (db: QueryCreator<DB>, artistId: string) =>
  db.selectFrom('lore_versions').where('artist_id', '=', artistId).orderBy('number', 'desc').limit(sql.lit(1))

/** What a version is, given the numbers of the published one and of the newest of all. */
export const getLoreState = (number: number, published: number | null, newest: number | null) =>
  number === published ? 'published' : number === newest ? 'proposal' : 'earlier'

/** Stores the next version with its audit event, in the transaction of the change. `hash` is the event's. */
export async function insertLoreVersion(
  { trx, now, stage }: Pick<AuditTrail, 'trx' | 'now' | 'stage'>,
  { artistId, text, citations, by, jobId, details }: NewLoreText,
): Promise<{ number: number; revision: string; hash: string }> {
  const newest = await selectNewestLore(trx, artistId).select(['number', 'revision']).executeTakeFirst()
  const number = (newest?.number ?? 0) + 1
  const previous = newest?.revision ?? null
  const revision = computeLoreRevision({ artistId, text, citations: [...citations], previous })
  const { hash } = stage({
    action: 'lore.published',
    subject: `lore:${number}`,
    revision,
    details: { number, jobId, by, ...details },
  })
  await trx
    .insertInto('lore_versions')
    .values({
      artist_id: artistId,
      number,
      text,
      citations: JSON.stringify(citations),
      revision,
      previous,
      job_id: jobId,
      composed_by: by,
      created_at: now,
    })
    .execute()
  return { number, revision, hash }
}
