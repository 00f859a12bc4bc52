import type { Kysely } from 'kysely'
import type { Schema } from '#src/contract/document.ts'
import { createInvalidRequest } from '#src/contract/problems/problem.ts'
import { getValidator } from '#src/contract/validators.ts'
import type { DB } from '#src/database/tables.gen.ts'
import type { Revision } from '#src/text/revisions.ts'
import { createInvalidLine, readJsonLines } from './import/lines.ts'
import { createUnknownArtist } from './unknown-names.ts'

/**
 * The newest link of an artist's audit trail, to be saved where writers of the database cannot write. Its hash covers
 * every event up to it, so a trail that still has it was not rewritten before it. Zero or null before the first event.
 */
export type AuditHead = { artistId: string; seq: number; hash: Revision | null; at: string | null }

/**
 * The heads of all artists, or of one, in the order of their ids. It does not check that a head's trail is complete:
 * `verifyRecords` does.
 * @throws Problem `not_found`
 */
export async function listAuditHeads(db: Kysely<DB>, only?: string): Promise<AuditHead[]> {
  let query = db
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
    .select(['a.id as artistId', 'head.seq', 'head.hash', 'head.at'])
    .orderBy('a.id')
  if (only !== undefined) query = query.where('a.id', '=', only)
  const heads = await query.execute()
  if (only !== undefined && heads.length === 0) throw createUnknownArtist(only)
  return heads.map(({ seq, at, ...head }) => ({ ...head, seq: seq ?? 0, at: at?.toISOString() ?? null }))
}

/** A head as `head` prints it; closed, so that another document is refused. */
const schema: Schema = {
  type: 'object',
  additionalProperties: false,
  required: ['artistId', 'seq', 'hash', 'at'],
  properties: {
    artistId: { type: 'string', pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' },
    seq: { type: 'integer', minimum: 0, maximum: 2_147_483_647 },
    hash: { type: ['string', 'null'], pattern: '^[a-f0-9]{64}$' },
    at: { type: ['string', 'null'], pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$' },
  },
}

/**
 * Reads the saved heads of a JSON Lines file, which may hold many of one artist.
 * @throws Problem `invalid_request` naming the line that is no head, or the file that holds none
 */
export async function readAuditHeads(file: string): Promise<AuditHead[]> {
  const heads: AuditHead[] = []
  for await (const { number, value } of readJsonLines(file)) {
    const violation = getValidator(schema)(value)
    if (violation !== undefined) throw createInvalidLine(number, violation.field, violation.reason)
    const head = value as AuditHead
    if ((head.seq === 0) !== (head.hash === null) || (head.hash === null) !== (head.at === null))
      throw createInvalidLine(number, '', 'must have a hash and an instant, or seq 0 and neither')
    heads.push(head)
  }
  if (heads.length === 0) throw createInvalidRequest(file, 'holds no head')
  return heads
}
