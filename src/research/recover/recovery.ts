import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { isEligible } from '#src/evidence/references/eligible-sources.ts'

/** The purpose of a recovery of missing texts that was requested by itself: at most one of an artist is live. */
export const recoverPurpose = 'recover'

/** A purpose of its own, for a recovery that must not join a live one, which would keep its own list of sources. */
export const buildRecoverPurpose = (id: string): string => `${recoverPurpose}:${id}`

export const isRecoveryJob = ({ purpose }: { purpose: string }): boolean =>
  purpose === recoverPurpose || purpose.startsWith(`${recoverPurpose}:`)

/** `isRecoveryJob` in SQL. */
export const recoverPurposePattern = `${recoverPurpose}%`

/** The payload of a recovery: the full identities of records, in the order in which they are processed. */
export type RecoverPayload = { sourceIds: string[] }

/** A record whose text can be recovered. */
export type SourceWithoutText = NonNullable<Awaited<ReturnType<typeof findSourceWithoutText>>>

/**
 * The artist's records of the vault that may serve as evidence: approved, neither private nor removed, linked and not
 * uploaded.
 */
export const selectRecoverable = (db: Kysely<DB>, artistId: string) =>
  db
    .selectFrom('sources as s')
    .where('artist_id', '=', artistId)
    .where('kind', '=', 'vault')
    .where(isEligible)
    .where('is_upload', '=', false)
    .where('url', 'is not', null)

/** The record while it is without text and may be read; undefined otherwise. */
export const findSourceWithoutText = (db: Kysely<DB>, artistId: string, sourceId: string) =>
  selectRecoverable(db, artistId)
    .select(['source_id', 'title', 'published_at', 'evidence_kind', 'speaker'])
    .select((eb) => eb.ref('url').$notNull().as('url'))
    .where('source_id', '=', sourceId)
    .where('revision', 'is', null)
    .executeTakeFirst()
