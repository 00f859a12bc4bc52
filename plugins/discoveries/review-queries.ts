import { type QueryCreator, sql, type Transaction } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { enqueueJob } from '#src/queue/enqueue.ts'
import { type AuditEvent, advanceHeadTo, type ChainHead, insertEvents } from '#src/records/audit/events.ts'
import { type Promotion, toVaultRow } from './promotion.ts'
import type { CandidateRow } from './queries.ts'

/** A decision with everything that it changes. */
export type ReviewDecision = {
  before: CandidateRow
  after: CandidateRow
  promotion: Promotion | undefined
  head: ChainHead
  events: [AuditEvent, ...AuditEvent[]]
  /** Identifier of a Lore refresh, should there be none yet; undefined when the decision asks for none. */
  loreJobId: string | undefined
}

/** The decision, what it makes of the text, its events and the Lore refresh, in one statement: all of it or nothing. */
export async function saveReview(trx: Transaction<DB>, artistId: string, review: ReviewDecision): Promise<void> {
  const { before, after, promotion, head, events, loreJobId } = review
  const last = events.at(-1) ?? events[0]
  const decided = trx
    .with('events', (qc) => insertEvents(qc, events))
    .with('head', (qc) => advanceHeadTo(qc, head, last))
    .with('text', (qc) => markText(qc, artistId, after))
  const promoted =
    promotion === undefined
      ? decided
      : decided
          .with('vault', (qc) => insertVaultRecord(qc, artistId, after, promotion, head.now))
          .with('vault_text', (qc) => insertVaultText(qc, artistId, promotion, head.now))
  const queued =
    loreJobId === undefined
      ? promoted
      : promoted.with('job', (qc) => enqueueJob(qc, { artistId, id: loreJobId, kind: 'lore_refresh' }))
  const { curation, identity, revision } = after
  await queued
    .updateTable('discoveries')
    .set({ curation, identity, revision, previous: before.revision })
    .where('artist_id', '=', artistId)
    .where('id', '=', after.id)
    .where('revision', '=', before.revision)
    .executeTakeFirstOrThrow()
}

/** The text follows the candidate: whatever was turned down, for whichever reason, is nobody's evidence. */
const markText = (qc: QueryCreator<DB>, artistId: string, { source_id, curation }: CandidateRow) =>
  qc
    .updateTable('sources')
    .set({ curation: curation === 'approved' ? 'approved' : 'rejected' })
    .where('artist_id', '=', artistId)
    .where('source_id', '=', sql<string>`${source_id}`)

const insertVaultRecord = (
  qc: QueryCreator<DB>,
  artistId: string,
  after: CandidateRow,
  promotion: Promotion,
  now: Date,
) => {
  const { sourceId, revision } = promotion
  const key = { artist_id: artistId, source_id: sourceId, revision }
  return qc.insertInto('sources').values({ ...key, ...toVaultRow(after, promotion, now) })
}

const insertVaultText = (
  qc: QueryCreator<DB>,
  artistId: string,
  { sourceId, revision, text, discovery }: Promotion,
  now: Date,
) =>
  qc.insertInto('source_revisions').values({
    ...{ artist_id: artistId, source_id: sourceId, revision, captured_at: now },
    ...{ text_utf16: discovery.text_utf16, total_chars: text.length, truncated: discovery.truncated },
  })
