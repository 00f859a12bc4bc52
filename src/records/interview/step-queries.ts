import { type RawBuilder, sql } from 'kysely'
import { type BoundQuery, prepareQuery } from '#src/database/prepared-query.ts'
import type { AuditEvent } from '#src/records/audit/events.ts'
import type { EntryRevision } from './entry-revision.ts'

/**
 * `value` for a column that cannot be null, or null where the row has moved: the update fails then (23502), and so does
 * the transaction that it was sent in. An update that would merely pass over the row were noticed only after the
 * COMMIT.
 */
export const unlessMoved = <T>(unmoved: RawBuilder<boolean>, value: unknown): RawBuilder<T> =>
  sql<T>`case when ${unmoved} then ${value} end`

type StepRow = EntryRevision & { artistId: string; entryId: string; savedAt: string; savedSeq: number | null }

/** Moves an entry to its next step from the revision that the step follows. */
export const markStep = (
  entryId: string,
  step: EntryRevision,
  { artistId, instant, seq }: AuditEvent,
): BoundQuery<unknown> =>
  updateEntry({ ...step, artistId, entryId, savedAt: instant, savedSeq: step.answer === null ? null : seq })

const updateEntry = prepareQuery((db, step: StepRow) =>
  db
    .updateTable('interview_entries')
    .set({
      state: unlessMoved<string>(sql`revision = ${step.previous}`, step.state),
      answer: step.answer,
      revision: step.revision,
      previous: step.previous,
      answer_updated_at: step.savedAt,
      saved_seq: step.savedSeq,
    })
    .where('artist_id', '=', step.artistId)
    .where('id', '=', step.entryId)
    .compile(),
)

type VersionRow = EntryRevision & {
  artistId: string
  entryId: string
  number: number
  note: string | null
  savedAt: string
  savedSeq: number
}

/** Stores a wording of an answer. */
export const insertVersion = (
  entryId: string,
  step: EntryRevision,
  { number, note }: { number: number; note: string | null },
  { artistId, instant, seq }: AuditEvent,
): BoundQuery<unknown> =>
  insertVersionRow({ ...step, artistId, entryId, number, note, savedAt: instant, savedSeq: seq })

const insertVersionRow = prepareQuery((db, version: VersionRow) =>
  db
    .insertInto('response_versions')
    .values({
      artist_id: version.artistId,
      entry_id: version.entryId,
      number: version.number,
      revision: version.revision,
      previous: version.previous,
      answer: version.answer as string,
      note: version.note,
      saved_at: version.savedAt,
      saved_seq: version.savedSeq,
    })
    .compile(),
)
