import type { Insertable, Transaction } from 'kysely'
import type { DB, Sources } from '#src/database/tables.gen.ts'
import { indexSource } from '#src/search/index-source.ts'
import { type Revision, revisionOfSource } from '#src/text/revisions.ts'
import { toUtf16 } from '#src/text/utf16.ts'
import type { Trail } from '../../trail.ts'
import { type Outcome, type SourceRecord, sourceIdOf } from '../records.ts'
import type { Work } from '../work.ts'

/** What a source's row says besides its identity and its text. */
export type SourceRow = Omit<Insertable<Sources>, 'artist_id' | 'source_id' | 'revision' | 'ingested_at' | 'removed_at'>

export async function applySource({ trx, trail, tell }: Work, record: SourceRecord): Promise<Outcome> {
  const sourceId = sourceIdOf(record)
  const { outcome, revision } = await saveSource(trx, trail, { sourceId, text: record.text, row: rowOf(record) })
  const { title, url, approved } = record
  if (outcome !== 'unchanged') {
    await indexSource(trx, trail.artistId, sourceId, revision, record.text)
    await tell({ revision, details: { title, url, approved, private: record.private, chars: record.text.length } })
  }
  return outcome
}

/**
 * Stores a source or what has changed of it; another text becomes the current revision and the one before is retained. The event is the
 * caller's to append.
 */
export async function saveSource(
  trx: Transaction<DB>,
  { artistId, now }: Trail,
  {
    sourceId,
    text,
    row,
    truncated = null,
  }: { sourceId: string; text: string; row: SourceRow; truncated?: boolean | null },
): Promise<{ outcome: Outcome; revision: Revision }> {
  const revision = revisionOfSource({ artistId, sourceId, text })
  const key = { artist_id: artistId, source_id: sourceId }
  const current = await trx
    .selectFrom('sources')
    .selectAll()
    .where('artist_id', '=', artistId)
    .where('source_id', '=', sourceId)
    .executeTakeFirst()
  if (current === undefined) {
    await trx
      .insertInto('sources')
      .values({ ...key, ...row, revision, ingested_at: now })
      .execute()
  } else {
    const wanted = { ...row, revision, ...(current.revision !== revision && { ingested_at: now }) }
    const differing = Object.entries(wanted).filter(([column, value]) => current[column as keyof Sources] !== value)
    if (differing.length === 0) return { outcome: 'unchanged', revision }
    await trx
      .updateTable('sources')
      .set(Object.fromEntries(differing))
      .where('artist_id', '=', artistId)
      .where('source_id', '=', sourceId)
      .execute()
  }
  await trx
    .insertInto('source_revisions')
    .values({ ...key, revision, text_utf16: toUtf16(text), total_chars: text.length, captured_at: now, truncated })
    // A text that comes back is retained already, and stays the one that was captured then.
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return { outcome: current === undefined ? 'added' : 'changed', revision }
}

function rowOf(record: SourceRecord): SourceRow {
  const { title, url, publisher } = record
  return {
    ...formOf(record),
    title,
    url,
    publisher,
    published_at: record.publishedAt,
    curation: record.approved ? 'approved' : 'pending',
    is_private: record.private,
    // A record of the vault with an address was linked; without one there is nothing it could have been linked from.
    is_upload: record.kind === 'vault' && url === null,
  }
}

function formOf({ channel }: SourceRecord): Pick<SourceRow, 'kind' | 'evidence_kind' | 'speaker'> {
  switch (channel) {
    case null:
      return { kind: 'vault', evidence_kind: 'original_text', speaker: 'not_applicable' }
    case 'caption':
      return { kind: 'social_caption', evidence_kind: 'caption', speaker: 'not_applicable' }
    case 'transcript':
      // Nobody has confirmed who speaks; an import cannot either.
      return { kind: 'reel_transcript', evidence_kind: 'provider_transcript', speaker: 'unverified' }
  }
}
