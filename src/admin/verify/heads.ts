import type { AuditHead } from '../audit-heads.ts'
import { findDifference, type VerificationContext } from './context.ts'
import type { Mismatches } from './mismatch.ts'

/**
 * Checks the trail against heads saved outside the database: a writer of the whole database can forge consistent
 * revisions and chains, but not an event with the saved hash. The trail was verified link by link before.
 */
export async function* checkAuditHeads(reading: VerificationContext, heads: readonly AuditHead[]): Mismatches {
  let verifiedSeq = 0
  for (const head of heads.toSorted((a, b) => a.seq - b.seq)) {
    const event = await findEventAt(reading, head.seq)
    const toFinding = (what: string) => reading.createFinding('audit_events', { seq: head.seq }, what)
    const since =
      verifiedSeq === 0 ? 'from its beginning on' : `after event ${verifiedSeq}, which is the one that was kept`
    if (head.seq > 0 && event === undefined) {
      yield toFinding(`is missing, and a head of ${head.at} was kept: the trail was cut off or rewritten ${since}`)
    } else if (findDifference(event ?? noEvent, { hash: head.hash, at: head.at && new Date(head.at) }) !== undefined) {
      yield toFinding(`is not the event whose head was kept (${head.at}): the trail was rewritten ${since}`)
    } else verifiedSeq = head.seq
  }
}

const noEvent = { hash: null, at: null }

const findEventAt = ({ db, artistId }: VerificationContext, seq: number) =>
  db
    .selectFrom('audit_events')
    .select(['hash', 'at'])
    .where('artist_id', '=', artistId)
    .where('seq', '=', seq)
    .executeTakeFirst()
