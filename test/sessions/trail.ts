import type { Test } from 'tap'
import type { JsonValue } from '#src/database/json.ts'
import {
  type AuditObject,
  computeAuditHash,
  computeEntryRevision,
  type EntryObject,
  type HashedReference,
} from '#src/text/revisions.ts'
import type { TestContext } from '../support/test-context.ts'

/** The artist's audit events in order, after checking that each hash follows from the events before it. */
export async function readCheckedTrail(t: Test, { db, artistId }: TestContext) {
  const events = await db
    .selectFrom('audit_events')
    .selectAll()
    .where('artist_id', '=', artistId)
    .orderBy('seq')
    .execute()
  let previous: string | null = null
  for (const [at, event] of events.entries()) {
    const link: Omit<AuditObject, 'kind'> = {
      artistId,
      seq: at + 1,
      action: event.action,
      subject: event.subject,
      revision: event.revision,
      actor: event.actor,
      at: event.at.toISOString(),
      details: event.details as Record<string, JsonValue>,
      previous,
    }
    t.equal(event.hash, computeAuditHash(link), `event ${at + 1} follows from the one before`)
    previous = event.hash
  }
  return events
}

/** Checks that every entry's revision follows from its content, its state and the version before. */
export async function checkEntries(t: Test, { db, artistId }: TestContext): Promise<void> {
  const entries = await db.selectFrom('interview_entries').selectAll().where('artist_id', '=', artistId).execute()
  for (const entry of entries) {
    const object = {
      artistId,
      entryId: entry.id,
      questionKey: entry.question_key,
      question: entry.question,
      sitting: entry.sitting,
      source: entry.source as EntryObject['source'],
      references: entry.citations as HashedReference[],
      state: entry.state as EntryObject['state'],
      answer: entry.answer,
      previous: entry.previous,
    }
    t.equal(entry.revision, computeEntryRevision(object), `the revision of ${entry.question_key} can be computed again`)
    const asOffered = computeEntryRevision({ ...object, state: 'offered', answer: null, previous: null })
    if (entry.state !== 'offered') t.equal(entry.previous, asOffered, 'and it follows the offer')
  }
}
