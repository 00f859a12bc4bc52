import type { Handler } from '#plugins/handler.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { listTouched } from './lore-text.ts'
import { findLore } from './queries.ts'
import { readClaim } from './rules.ts'

/** Sentences of a preview that are listed. */
const listedMax = 20

/** What a correction would take out of a version of the Lore, before it is saved. Changes nothing. */
export const previewCorrection: Handler<'previewCorrection'> = async ({ path, body, caller }, { db }) => {
  const read = await findLore(db, { caller, artistId: path.id, revision: body.loreRevision })
  const { version } = read
  if (version === null) throw new Problem('not_found')
  const corrections = [{ id: '', claim: readClaim(version.text, body), correction: body.correction }]
  const touched = await listTouched(version, { ...read, boundaries: [], corrections })
  const sentences = touched.map(({ start, end }) => ({ start, end, text: version.text.slice(start, end) }))
  return {
    status: 200,
    body: { status: 'ok', sentenceCount: sentences.length, sentences: sentences.slice(0, listedMax) },
  }
}
