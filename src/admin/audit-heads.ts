import type { Kysely } from 'kysely'
import { NIL as nilUuid } from 'uuid'
import type { Schema } from '#src/contract/document.ts'
import { createInvalidRequest } from '#src/contract/problems/problem.ts'
import { getValidator } from '#src/contract/validators.ts'
import type { DB } from '#src/database/tables.gen.ts'
import type { Revision } from '#src/text/revisions.ts'
import { formatLineField, readJsonLines } from './import/lines.ts'
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

const nullSchema: Schema = { type: 'null' }

/** A head as `head` prints it; closed, so that another document is refused. */
const schema: Schema = {
  type: 'object',
  additionalProperties: false,
  required: ['artistId', 'seq', 'hash', 'at'],
  properties: {
    artistId: { type: 'string', pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' },
    seq: { type: 'integer', minimum: 0, maximum: 2_147_483_647 },
    hash: { oneOf: [{ type: 'string', pattern: '^[a-f0-9]{64}$' }, nullSchema] },
    at: { oneOf: [{ type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$' }, nullSchema] },
  },
}

/**
 * Reads the saved heads of a JSON Lines file, which may hold many of one artist.
 * @throws Problem `invalid_request` naming the line that is no head, or the file that holds none
 */
export async function readAuditHeads(file: string): Promise<AuditHead[]> {
  const heads: AuditHead[] = []
  for await (const { number, value } of readJsonLines(file)) heads.push(validateHead(value, formatLineField(number)))
  if (heads.length === 0) throw createInvalidRequest(file, 'holds no head')
  return heads
}

function validateHead(value: unknown, where: string): AuditHead {
  const violation = getValidator(schema)(value)
  if (violation !== undefined)
    throw createInvalidRequest(violation.field === '' ? where : `${where}, ${violation.field}`, violation.reason)
  const head = value as AuditHead
  if ((head.seq === 0) !== (head.hash === null) || (head.hash === null) !== (head.at === null)) {
    throw createInvalidRequest(where, 'must have a hash and an instant, or seq 0 and neither')
  }
  return head
}
