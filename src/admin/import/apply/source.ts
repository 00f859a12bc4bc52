import { type SourceColumns, saveSource } from '#src/evidence/sources/save.ts'
import type { RecordImport } from '../open-artist.ts'
import { buildSourceId, type ImportOutcome, type RecordOf } from '../records.ts'

export async function applySource(work: RecordImport, record: RecordOf<'source'>): Promise<ImportOutcome> {
  const { trail, append } = work
  const { title, url, publisher, approved } = record
  const { outcome, revision, audited } = await saveSource(trail.trx, trail, {
    sourceId: buildSourceId(record),
    text: record.text,
    row: {
      ...chooseForm(record),
      title,
      url,
      publisher,
      published_at: record.publishedAt,
      curation: approved ? 'approved' : 'pending',
      is_private: record.private,
      // A vault record with an address was linked; without one it can only have been uploaded.
      is_upload: record.kind === 'vault' && url === null,
    },
  })
  if (outcome !== 'unchanged') {
    append({
      revision,
      details: { title, url, approved, private: record.private, chars: record.text.length, source: audited },
    })
  }
  return outcome
}

function chooseForm({ channel }: RecordOf<'source'>): Pick<SourceColumns, 'kind' | 'evidence_kind' | 'speaker'> {
  switch (channel) {
    case null:
      return { kind: 'vault', evidence_kind: 'original_text', speaker: 'not_applicable' }
    case 'caption':
      return { kind: 'social_caption', evidence_kind: 'caption', speaker: 'not_applicable' }
    case 'transcript':
      // The speaker of a transcript is unconfirmed, and an import cannot confirm it.
      return { kind: 'reel_transcript', evidence_kind: 'provider_transcript', speaker: 'unverified' }
  }
}
