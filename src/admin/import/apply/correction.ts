import { newCorrection, saveCorrections } from '#src/records/memory/save-correction.ts'
import type { RecordImport } from '../open-artist.ts'
import type { ImportOutcome, RecordOf } from '../records.ts'

/** A correction by the artist of generated text; changed content becomes its next version. */
export async function applyCorrection(
  { trail, append, refuse }: RecordImport,
  record: RecordOf<'correction'>,
): Promise<ImportOutcome> {
  const { artistId, now, trx } = trail
  const current = await trx
    .selectFrom('corrections')
    .select(['claim', 'correction', 'correction_kind', 'number', 'revision', 'retracted_at'])
    .where('artist_id', '=', artistId)
    .where('id', '=', record.id)
    .executeTakeFirst()
  const { claim, correction, kind: correctionKind } = record
  if (current?.claim === claim && current.correction === correction && current.correction_kind === correctionKind) {
    return 'unchanged'
  }
  // Its next version would be stored and never be read.
  if (current?.retracted_at) refuse('id', 'is a correction that the artist has retracted')
  const version = newCorrection(artistId, record, current)
  const { number, revision } = version
  for (const query of saveCorrections(trx, artistId, [version], now)) await trx.executeQuery(query)
  append({ revision, details: { number } })
  return number === 1 ? 'added' : 'changed'
}
