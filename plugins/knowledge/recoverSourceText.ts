import { expressionBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Handler } from '#plugins/handler.ts'
import { type ArtistScope, selectAuthorization, selectIfAuthorized } from '#src/auth/artist-authorization.ts'
import { createInvalidRequest, Problem } from '#src/contract/problems/problem.ts'
import { prepareQuery } from '#src/database/prepared-query.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { keepIfPublic } from '#src/evidence/references/public-metadata.ts'
import { insertJob } from '#src/queue/enqueue.ts'
import { changeArtist } from '#src/records/audit/change-artist.ts'
import { selectChainHead } from '#src/records/audit/events.ts'
import { recoverPurpose, recoverPurposePattern, selectRecoverable } from '#src/research/recover/recovery.ts'

/** Queues the recovery of texts that are missing; nothing is fetched inside the request (operations, section 6). */
export const recoverSourceText: Handler<'recoverSourceText'> = ({ path, body, caller }, { db, newId }) =>
  changeArtist(db, { artistId: path.id, caller }, async (tx) => {
    const sourceIds = toVaultSourceIds(body.sourceIds)
    const { records, isLive } = await tx.read(findForRecovery, { sourceIds: sourceIds })
    const recovery = nextRecovery(sourceIds, records ?? [])
    if ('refused' in recovery) {
      throw createInvalidRequest(
        `sourceIds/${recovery.refused}`,
        'is no approved public record of this artist with a web address',
      )
    }
    const { missing } = recovery
    if (missing.length === 0) return { status: 200, body: { status: 'ok', jobId: null, queued: 0 } }
    if (isLive) throw new Problem('work_in_progress')

    const payload = { sourceIds: missing }
    const job = { artistId: path.id, id: newId(), kind: 'source_search', purpose: recoverPurpose, payload } as const
    const response = { status: 202, body: { status: 'ok', jobId: job.id, queued: missing.length } } as const
    return await tx.commit([insertJob(job)], response)
  })

/** A stored record that may be evidence and was not uploaded. */
type RecordRow = { source_id: string; url: string | null; revision: string | null }

/** The full vault identities of plain ids, each once: two spellings of a uuid name the same record. */
const toVaultSourceIds = (ids: readonly string[]): string[] => [
  ...new Set(ids.map((id) => `vault:${id.toLowerCase()}`)),
]

/**
 * The records that a recovery works on, or the first id that names no public record of the artist, which refuses all.
 */
function nextRecovery(
  sourceIds: readonly string[],
  records: readonly RecordRow[],
): { missing: string[] } | { refused: number } {
  const known = new Map(records.filter(({ url }) => keepIfPublic(url) !== null).map((row) => [row.source_id, row]))
  const refused = sourceIds.findIndex((sourceId) => !known.has(sourceId))
  if (refused >= 0) return { refused }
  return { missing: sourceIds.filter((sourceId) => known.get(sourceId)?.revision === null) }
}

/** The state from which a recovery is decided. */
const findForRecovery = prepareQuery(
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
