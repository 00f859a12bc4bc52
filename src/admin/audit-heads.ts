import { type Kysely, sql } from 'kysely'
import { Problem } from '#src/contract/problems/problem.ts'
import type { DB } from '#src/database/tables.gen.ts'
import type { Revision } from '#src/text/revisions.ts'

/**
 * The newest link of an artist's audit trail, to be kept where nobody who can write to the database can write. Its hash
 * covers every event up to it, so that a trail which still has it was not rewritten before it. All but the artist is
 * zero or null while nothing has happened.
 */
export type AuditHead = { artistId: string; seq: number; hash: Revision | null; at: string | null }

const pageRows = 500

/**
 * The heads of all artists, or of one, in the order of their ids. Whether the trails behind them are whole is
 * `verifyRecords`'s to say.
 * @throws Problem `not_found`; `state_changed` for a trail that does not end with the head its artist names
 */
export async function* listAuditHeads(db: Kysely<DB>, only?: string): AsyncGenerator<AuditHead> {
  let after = '00000000-0000-0000-0000-000000000000'
  let count = 0
  for (;;) {
    const page = await headRows(db, after, only).execute()
    for (const { id, audit_seq: seq, audit_head, hash, at, is_last } of page) {
      count += 1
      if (audit_head !== hash || !is_last) {
        const message = `The trail of artist ${id} does not end with event ${seq}, as the artist's row says; verify names what does not fit`
        throw new Problem('state_changed', { message })
      }
      yield { artistId: id, seq, hash, at: at?.toISOString() ?? null }
    }
    const last = page.at(-1)
    if (last === undefined || only !== undefined) break
    after = last.id
  }
  if (only !== undefined && count === 0) throw new Problem('not_found', { message: `There is no artist ${only}` })
}

/** One statement a page, so that each artist's row and event are of one moment. */
function headRows(db: Kysely<DB>, after: string, only: string | undefined) {
  const heads = db
    .selectFrom('artists as a')
    .leftJoin('audit_events as e', (join) => join.onRef('e.artist_id', '=', 'a.id').onRef('e.seq', '=', 'a.audit_seq'))
    .select(['a.id', 'a.audit_seq', 'a.audit_head', 'e.hash', 'e.at'])
    .select(
      sql<boolean>`not exists (select from audit_events as l where l.artist_id = a.id and l.seq > a.audit_seq)`.as(
        'is_last',
      ),
    )
  return only === undefined
    ? heads.where('a.id', '>', after).orderBy('a.id').limit(pageRows)
    : heads.where('a.id', '=', only)
}
