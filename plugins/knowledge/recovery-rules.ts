import { publicUrl } from '#src/evidence/references/public-metadata.ts'

/** A record as it is stored; one that may serve as evidence and was not uploaded. */
export type RecordRow = { source_id: string; url: string | null; revision: string | null }

/** The vault's full identities of bare ids, each once: two ways of writing a uuid name the same record. */
export const toVaultSourceIds = (ids: readonly string[]): string[] => [
  ...new Set(ids.map((id) => `vault:${id.toLowerCase()}`)),
]

/**
 * What a recovery has to work on, or the first of the ids that names no public record of the artist: one refuses all.
 */
export function nextRecovery(
  sourceIds: readonly string[],
  records: readonly RecordRow[],
): { missing: string[] } | { refused: number } {
  const known = new Map(records.filter(({ url }) => publicUrl(url) !== null).map((row) => [row.source_id, row]))
  const refused = sourceIds.findIndex((sourceId) => !known.has(sourceId))
  if (refused >= 0) return { refused }
  return { missing: sourceIds.filter((sourceId) => known.get(sourceId)?.revision === null) }
}
