import { expressionBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { type ArtistScope, selectAuthorization, selectIfAuthorized } from '#src/auth/artist-authorization.ts'
import { prepareQuery } from '#src/database/prepared-query.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { keepIfPublic } from '#src/evidence/references/public-metadata.ts'
import { selectChainHead } from '#src/records/audit/events.ts'
import { recoverPurposePattern, selectRecoverable } from '#src/research/recover/recovery.ts'

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

/** The state from which a recovery is decided. */
export const findForRecovery = prepareQuery(
  (db, { caller, artistId, sourceIds }: ArtistScope & { sourceIds: readonly string[] }) => {
    const records = selectRecoverable(db, artistId)
      .select(['source_id', 'url', 'revision'])
      .where(sql<boolean>`source_id = any(${sourceIds})`)
    const live = db
      .selectFrom('artist_research_jobs')
      .select('id')
      .where('artist_id', '=', artistId)
      .where('kind', '=', 'source_search')
      .where('purpose', 'like', recoverPurposePattern)
      .where('state', 'in', ['pending', 'waiting'])
    return selectChainHead(selectAuthorization(db, caller, artistId), artistId)
      .select(
        selectIfAuthorized([jsonArrayFrom(records).as('records'), expressionBuilder<DB>().exists(live).as('isLive')]),
      )
      .compile()
  },
)
