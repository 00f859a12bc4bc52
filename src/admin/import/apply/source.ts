import { defaultsByKind } from '#src/evidence/references/passage.ts'
import { saveSource } from '#src/evidence/sources/save.ts'
import type { RecordImport } from '../open-artist.ts'
import { buildSourceId, type ImportOutcome, type RecordOf } from '../records.ts'

export async function applySource(work: RecordImport, record: RecordOf<'source'>): Promise<ImportOutcome> {
  const { trail, append } = work
  const { title, url, publisher, approved, channel } = record
  const kind = channel === null ? 'vault' : kinds[channel]
  const { outcome, revision, audited } = await saveSource(trail.trx, trail, {
    sourceId: buildSourceId(record),
    text: record.text,
    row: {
      kind,
      ...defaultsByKind[kind],
      title,
      url,
      publisher,
      published_at: record.publishedAt,
      curation: approved ? 'approved' : 'pending',
      is_private: record.private,
      // A vault record with an address was linked; without one it can only have been uploaded.
      is_upload: kind === 'vault' && url === null,
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

/** By the channel of a post. The speaker of a transcript is unconfirmed, and an import cannot confirm it. */
const kinds = { caption: 'social_caption', transcript: 'reel_transcript' } as const
