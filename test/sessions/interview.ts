import type { Kysely } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { DB } from '#src/database/tables.gen.ts'
import { lockAuditTrail } from '#src/records/audit/audit-trail.ts'
import { createOfferedRevision } from '#src/records/interview/entries.ts'
import { computeEntryRevision, type HashedReference } from '#src/text/revisions.ts'
import { readMemorySnapshot } from '../memory/read-snapshot.ts'
import { buildCitation, type Loose, type TestContext } from '../support/test-context.ts'

export type Interview = ReturnType<typeof createInterviewClient>
/** The parts of a test context that an interview needs. */
export type InterviewContext = Pick<TestContext, 'db' | 'artistId' | 'call' | 'addSource'>

/** Calls the interview operations for the test's artist as one caller. */
export function createInterviewClient(
  context: InterviewContext,
  subject: string | null = 'owner',
  artistId = context.artistId,
) {
  const base = `/api/artist/${artistId}/interview`
  const post = (path: string, body: unknown) => context.call(subject, 'POST', `${base}/${path}`, body)

  /** The body of an offer under the current memory. */
  async function prepared(session: { sitting: number }, ordinal: number, references: HashedReference[]) {
    const { snapshotId } = await readMemorySnapshot(context.db, artistId, session.sitting)
    return { ordinal, memorySnapshotId: snapshotId, question: `What is behind passage number ${ordinal}?`, references }
  }
  const sendOffer = (session: { id: string }, body: unknown) => post(`session/${session.id}/offer`, body)

  return {
    restore: () => context.call(subject, 'GET', `${base}/session`),
    start: (requestId: string = uuidv7()) => post('session', { requestId }),
    prepared,
    sendOffer,
    offer: async (session: { id: string; sitting: number }, ordinal: number, reference: HashedReference) =>
      sendOffer(session, await prepared(session, ordinal, [reference])),
    answer: (question: { id: string; revision: string }, answer: string | null) =>
      post(`answers/${question.id}`, { expectedRevision: question.revision, answer }),
    finish: (session: { id: string }) => post(`session/${session.id}/finish`, {}),
  }
}

export const passage = 'She said “we kept the first take”, and then she laughed. The bell on the record is real.'

/** Starts a sitting, with evidence to ask about: `about` is a reference to it. */
export async function startSitting(context: InterviewContext) {
  const interview = createInterviewClient(context)
  const source = await context.addSource(passage)
  const session: Loose = (await interview.start()).body.session
  return { ...interview, session, source, reference: buildCitation(source, 'we kept the first take') }
}

/** Starts a sitting and offers its first question. */
export async function offerFirstQuestion(context: InterviewContext) {
  const sitting = await startSitting(context)
  const question: Loose = (await sitting.offer(sitting.session, 1, sitting.reference)).body.question
  return { ...sitting, question }
}

/** An open legacy offer, as an import leaves it. */
export async function addLegacyOffer(
  { db, artistId }: Pick<TestContext, 'db' | 'artistId'>,
  question: string,
  offeredAt: string,
): Promise<string> {
  const id = uuidv7()
  const content = {
    artist_id: artistId,
    id,
    question_key: id,
    question,
    sitting: null,
    source: 'import' as const,
    citations: [],
  }
  await db
    .insertInto('interview_entries')
    .values({ ...content, ...createOfferedRevision(content), citations: '[]', offered_at: offeredAt })
    .execute()
  return id
}

type NewEvent = { action: string; subject: string; revision: string | null }

/** Appends events as an import does; the number of the last. */
export const addEvents = (db: Kysely<DB>, artistId: string, events: readonly NewEvent[]): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const trail = await lockAuditTrail(trx, artistId)
    if (trail === undefined) throw new Error(`There is no artist ${artistId}`)
    let seq = 0
    for (const event of events) ({ seq } = trail.stage({ ...event, details: {} }))
    await trail.flush()
    return seq
  })

/** An imported answer with its one version. Without `offeredAt` it has no date of its question. */
export async function addImportedAnswer(
  { db, artistId }: Pick<TestContext, 'db' | 'artistId'>,
  { sitting = null, answer = 'In the old mill.', key, offeredAt = null }: ImportedAnswer = {},
): Promise<{ id: string; revision: string; answer: string }> {
  const id = uuidv7()
  const content = { questionKey: key ?? id, question: 'Where was it?', sitting, source: 'import' as const }
  const revision = computeEntryRevision({
    artistId,
    entryId: id,
    ...content,
    references: [],
    state: 'answered',
    answer,
    previous: null,
  })
  const { questionKey: question_key, ...columns } = content
  const saved_seq = await addEvents(db, artistId, [{ action: 'record.imported', subject: `entry:${id}`, revision }])
  const saved = { artist_id: artistId, revision, answer, saved_seq }
  await db
    .insertInto('interview_entries')
    .values({ id, ...columns, ...saved, question_key, state: 'answered', offered_at: offeredAt })
    .execute()
  await db
    .insertInto('response_versions')
    .values({ entry_id: id, number: 1, ...saved })
    .execute()
  return { id, revision, answer }
}

type ImportedAnswer = { sitting?: number | null; answer?: string; key?: string; offeredAt?: string | null }
