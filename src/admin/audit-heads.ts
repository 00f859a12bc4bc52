import type { Kysely } from 'kysely'
import { NIL as nilUuid } from 'uuid'
import type { DB } from '#src/database/tables.gen.ts'
import type { Revision } from '#src/text/revisions.ts'
import { createUnknownArtist } from './unknown-names.ts'

/**
 * The newest link of an artist's audit trail, to be saved where writers of the database cannot write. Its hash covers
 * every event up to it, so a trail that still has it was not rewritten before it. Zero or null before the first event.
 */
export type AuditHead = { artistId: string; seq: number; hash: Revision | null; at: string | null }

const pageRows = 500

/**
 * The heads of all artists, or of one, in the order of their ids. It does not check that a head's
 * trail is complete: `verifyRecords` does.
 * @throws Problem `not_found`
 */
export async function* listAuditHeads(db: Kysely<DB>, only?: string): AsyncGenerator<AuditHead> {
  let after: string = nilUuid
  let count = 0
  for (;;) {
    const page = await selectHeads(db, after, only).execute()
    for (const { id, seq, hash, at } of page) {
      count += 1
      yield { artistId: id, seq: seq ?? 0, hash, at: at?.toISOString() ?? null }
    }
    const last = page.at(-1)
    if (last === undefined || only !== undefined) break
    after = last.id
  }
  if (only !== undefined && count === 0) throw createUnknownArtist(only)
}

function selectHeads(db: Kysely<DB>, after: string, only: string | undefined) {
  const heads = db
    .selectFrom('artists as a')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('audit_events as e')
          .select(['e.seq', 'e.hash', 'e.at'])
          .whereRef('e.artist_id', '=', 'a.id')
          .orderBy('e.seq', 'desc')
          .limit(1)
          .as('head'),
      (join) => join.onTrue(),
    )
    .select(['a.id', 'head.seq', 'head.hash', 'head.at'])
  return only === undefined
    ? heads.where('a.id', '>', after).orderBy('a.id').limit(pageRows)
    : heads.where('a.id', '=', only)
}
