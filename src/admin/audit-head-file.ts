import type { Schema } from '#src/contract/document.ts'
import { createInvalidRequest } from '#src/contract/problems/problem.ts'
import { getValidator } from '#src/contract/validators.ts'
import type { AuditHead } from './audit-heads.ts'
import { formatLineField, readJsonLines } from './import/lines.ts'

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
