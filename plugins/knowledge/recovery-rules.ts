import { keepIfPublic } from '#src/evidence/references/public-metadata.ts'

/** A stored record that may be evidence and was not uploaded. */
export type RecordRow = { source_id: string; url: string | null; revision: string | null }

/** The full vault identities of plain ids, each once: two spellings of a uuid name the same record. */
export const toVaultSourceIds = (ids: readonly string[]): string[] => [
  ...new Set(ids.map((id) => `vault:${id.toLowerCase()}`)),
]

/**
 * The records that a recovery works on, or the first id that names no public record of the artist, which refuses all.
 */
export function nextRecovery(
  sourceIds: readonly string[],
  records: readonly RecordRow[],
): { missing: string[] } | { refused: number } {
  const known = new Map(records.filter(({ url }) => keepIfPublic(url) !== null).map((row) => [row.source_id, row]))
  const refused = sourceIds.findIndex((sourceId) => !known.has(sourceId))
  if (refused >= 0) return { refused }
  return { missing: sourceIds.filter((sourceId) => known.get(sourceId)?.revision === null) }
}
