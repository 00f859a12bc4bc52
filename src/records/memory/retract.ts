import type { Kysely } from 'kysely'
import { Problem } from '#src/contract/problems/problem.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { upsertJob } from '#src/queue/enqueue.ts'
import type { Revision } from '#src/text/revisions.ts'
import type { ArtistChange } from '../audit/change-artist.ts'
import { newLoreRefresh } from '../lore/versions.ts'

const kinds = {
  boundary: { table: 'interview_boundaries', action: 'boundary.retracted' },
  correction: { table: 'corrections', action: 'correction.retracted' },
} as const

/**
 * Takes back a boundary or a correction and queues the Lore refresh, which then ignores it, in the same commit. A
 * repeated retraction returns the first; the revision stays what it was (operations, section 5).
 * @throws Problem `not_found`, `revision_changed`
 */
export function retract<Row extends { id: string; revision: string; retracted_at: string | null }>(
  tx: ArtistChange,
  kind: keyof typeof kinds,
  row: Row | null,
  { revision, db, newId }: { revision: Revision; db: Kysely<DB>; newId: () => string },
): Row {
  if (row === null) throw new Problem('not_found')
  if (row.revision !== revision) throw new Problem('revision_changed')
  if (row.retracted_at !== null) return row

  const { table, action } = kinds[kind]
  const { artistId, instant } = tx.stage({ action, subject: `${kind}:${row.id}`, revision, details: {} })
  const update = db
    .updateTable(table)
    .set({ retracted_at: instant })
    .where('artist_id', '=', artistId)
    .where('id', '=', row.id)
  tx.write(update.compile(), upsertJob(newLoreRefresh(artistId, newId())))
  return { ...row, retracted_at: instant }
}
