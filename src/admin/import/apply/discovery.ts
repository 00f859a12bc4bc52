import { sqlState } from '#src/database/sqlstates.ts'
import { chooseTextCuration } from '#src/evidence/sources/audited-source.ts'
import { saveSource } from '#src/evidence/sources/save.ts'
import { computeCandidateRevision } from '#src/text/revisions.ts'
import { normalizePageUrl } from '#src/text/url/page-url.ts'
import type { RecordImport } from '../open-artist.ts'
import { buildSourceId, type ImportOutcome, type RecordOf } from '../records.ts'

/** The reason shown for candidates that an import added instead of research. */
const reason = 'An operator brought it in for review.'

/**
 * A review candidate with its text. Changed content becomes a new revision of both; after a review the decision stays,
 * and an import cannot undo it.
 */
export async function applyDiscovery(work: RecordImport, record: RecordOf<'discovery'>): Promise<ImportOutcome> {
  const { trail, append, refuse } = work
  const { artistId, now, trx } = trail
  const current = await trx
    .selectFrom('discoveries')
    .select(['revision', 'curation'])
    .where('artist_id', '=', artistId)
    .where('id', '=', record.id)
    .executeTakeFirst()
  if (current !== undefined && current.curation !== 'pending') {
    refuse('id', 'is a discovery that has been reviewed; an import does not review it again')
  }
  const canonicalUrl = normalizePageUrl(record.url) ?? null
  const sourceId = buildSourceId(record)
  const { url, title, text, identity, curation, evidenceKind: evidence_kind, speaker } = record
  const row = { kind: 'discovery', title, url, curation: chooseTextCuration(curation), evidence_kind, speaker } as const
  const source = await saveSource(trx, trail, { sourceId, text, row })
  if (source.outcome !== 'unchanged') {
    trail.stage({
      action: 'record.imported',
      subject: sourceId,
      revision: source.revision,
      details: { curation, chars: text.length, source: source.audited },
    })
  }

  const content = { url, title, destination: 'lore', identity, curation, reason } as const
  const previous = current?.revision ?? null
  const revision = computeCandidateRevision({ artistId, candidateId: record.id, ...content, previous })
  const columns = { ...content, canonical_url: canonicalUrl, revision, previous, source_id: sourceId }
  await trx
    .insertInto('discoveries')
    .values({ artist_id: artistId, id: record.id, ...columns, created_at: now })
    .onConflict((conflict) => conflict.columns(['artist_id', 'id']).doUpdateSet(columns))
    .execute()
    .catch((error: unknown) => {
      // An address is unique among an artist's candidates, whatever their origin.
      if ((error as { code?: unknown }).code !== sqlState.uniqueViolation) throw error
      refuse('url', 'is the address of another discovery of the artist')
    })
  append({
    revision,
    details: { curation, identity, addressed: canonicalUrl !== null, sourceRevision: source.revision },
  })
  return current === undefined ? 'added' : 'changed'
}
