import type { Transaction } from 'kysely'
import { type BoundQuery, prepareInsert, prepareQuery } from '#src/database/prepared-query.ts'
import type { DB } from '#src/database/tables.gen.ts'

/** A correction as it is to be; `number` counts its versions from 1. The last four are of a passage of the Lore. */
export type CorrectionContent = {
  id: string
  claim: string
  correction: string | null
  correction_kind: string
  revision: string
  previous: string | null
  number: number
  request_id?: string | null
  lore_revision?: string | null
  claim_start?: number | null
  claim_end?: number | null
}

/** Stores a correction, or what has changed of it, with this version. */
export function saveCorrection(content: CorrectionContent, artistId: string, savedAt: string): BoundQuery<unknown>[] {
  const passage = { request_id: null, lore_revision: null, claim_start: null, claim_end: null }
  const { id, claim, correction, correction_kind, revision, previous, number } = content
  const version = { claim, correction, correction_kind, revision, previous, number, artist_id: artistId }
  return [
    upsertCorrection({ ...passage, ...content, artist_id: artistId, at: savedAt }),
    insertVersion({ ...version, correction_id: id, saved_at: savedAt }),
  ]
}

/** Stores new corrections of no passage, each with its first version: two statements for all of them. */
export async function insertCorrections(
  trx: Transaction<DB>,
  artistId: string,
  corrections: readonly Pick<CorrectionContent, 'id' | 'claim' | 'correction' | 'correction_kind' | 'revision'>[],
  savedAt: Date,
): Promise<void> {
  if (corrections.length === 0) return
  const rows = corrections.map((row) => ({ artist_id: artistId, ...row, previous: null, number: 1 }))
  const saved = rows.map((row) => ({ ...row, created_at: savedAt, updated_at: savedAt }))
  await trx.insertInto('corrections').values(saved).execute()
  const versions = rows.map(({ id, ...version }) => ({ ...version, correction_id: id, saved_at: savedAt }))
  await trx.insertInto('correction_versions').values(versions).execute()
}

type StoredCorrection = Required<CorrectionContent> & { artist_id: string; at: string }

const upsertCorrection = prepareQuery((db, row: StoredCorrection) => {
  const version = {
    claim: row.claim,
    correction: row.correction,
    correction_kind: row.correction_kind,
    revision: row.revision,
    previous: row.previous,
    number: row.number,
    updated_at: row.at,
  }
  return db
    .insertInto('corrections')
    .values({
      artist_id: row.artist_id,
      id: row.id,
      ...version,
      created_at: row.at,
      request_id: row.request_id,
      lore_revision: row.lore_revision,
      claim_start: row.claim_start,
      claim_end: row.claim_end,
    })
    .onConflict((conflict) => conflict.columns(['artist_id', 'id']).doUpdateSet(version))
    .compile()
})

const insertVersion = prepareInsert('correction_versions', [
  ...(['artist_id', 'correction_id', 'number', 'claim', 'correction', 'correction_kind'] as const),
  ...(['revision', 'previous', 'saved_at'] as const),
])
