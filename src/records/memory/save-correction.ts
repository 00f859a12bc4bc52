import type { CompiledQuery, Kysely } from 'kysely'
import type { AggregatedRow } from '#src/database/instants.ts'
import type { Corrections, DB } from '#src/database/tables.gen.ts'
import { computeCorrectionRevision } from '#src/text/revisions.ts'

type Version = 'id' | 'claim' | 'correction' | 'correction_kind' | 'revision' | 'previous' | 'number'
type Passage = 'request_id' | 'lore_revision' | 'claim_start' | 'claim_end'

/** A correction as it is to be; `number` counts its versions from 1. One of a passage of the Lore names the passage. */
type NewCorrection = Pick<AggregatedRow<Corrections>, Version> & Partial<Pick<AggregatedRow<Corrections>, Passage>>

type Statement = { id: string; claim: string; correction: string | null; kind?: string }

/** The version of a correction that follows `current`; the first without one. */
export function newCorrection(
  artistId: string,
  { id, claim, correction, kind = correction === null ? 'dropped' : 'replaced' }: Statement,
  current?: { number: number; revision: string },
): NewCorrection {
  const previous = current?.revision ?? null
  const content = { claim, correction, correctionKind: kind, previous }
  const revision = computeCorrectionRevision({ artistId, correctionId: id, ...content })
  return { id, claim, correction, correction_kind: kind, revision, previous, number: (current?.number ?? 0) + 1 }
}

/** Statements that store corrections, or what has changed of them, each with this version. */
export function saveCorrections(
  db: Kysely<DB>,
  artistId: string,
  corrections: readonly NewCorrection[],
  savedAt: Date | string,
): CompiledQuery[] {
  if (corrections.length === 0) return []
  const rows = corrections.map((row) => ({ ...row, artist_id: artistId, created_at: savedAt, updated_at: savedAt }))
  const versions = corrections.map(({ id, number, claim, correction, correction_kind, revision, previous }) => {
    const version = { number, claim, correction, correction_kind, revision, previous }
    return { artist_id: artistId, correction_id: id, ...version, saved_at: savedAt }
  })
  const saved = db.insertInto('corrections').values(rows)
  return [
    saved
      .onConflict((conflict) =>
        conflict.columns(['artist_id', 'id']).doUpdateSet(({ ref }) => ({
          claim: ref('excluded.claim'),
          correction: ref('excluded.correction'),
          correction_kind: ref('excluded.correction_kind'),
          revision: ref('excluded.revision'),
          previous: ref('excluded.previous'),
          number: ref('excluded.number'),
          updated_at: ref('excluded.updated_at'),
        })),
      )
      .compile(),
    db.insertInto('correction_versions').values(versions).compile(),
  ]
}
