/**
 * What the peers do, over either way to the database: the rules, views and revisions of the service, in a transaction
 * as such services are usually written (BEGIN, a lock of the artist with the claim, a read, the writes, COMMIT).
 */
import { randomUUID } from 'node:crypto'
import { toCurrentVersion } from '#plugins/responses/rules.ts'
import { viewReadResponse } from '#plugins/responses/views.ts'
import type { QuestionEntry, Sitting } from '#plugins/sessions/queries.ts'
import { hasAnswer, newQuestion, normalizeReferences } from '#plugins/sessions/rules.ts'
import { viewInterview, viewSavedQuestion, viewStartedSitting } from '#plugins/sessions/views.ts'
import type { ProblemCode } from '#src/contract/problems/catalogue.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import type { OfferInput } from '#src/contract/types.gen.ts'
import { applyRevision, createAnsweredRevision, type EntryRevision } from '#src/records/interview/entry-revision.ts'
import { computeMemorySnapshot, type MemoryParts } from '#src/records/memory/snapshot.ts'
import { computeAuditHash, type HashedReference } from '#src/text/revisions.ts'

export type Head = { seq: number; hash: string | null }
export type Event = ReturnType<typeof buildNextEvent>
type Writes = { artistId: string; event: Event; jobId?: string }
export type AnswerWrites = Writes & { entryId: string; step: EntryRevision; number: number }

/** One transaction of one of the peers' drivers. */
export type Transaction = {
  lockArtist: (subject: string, artistId: string) => Promise<boolean>
  findAnswer: (artistId: string, id: string) => Promise<(QuestionEntry & { head: Head; number: number }) | undefined>
  findStart: (artistId: string) => Promise<{ head: Head; sitting: number }>
  findSitting: (artistId: string, id: string) => Promise<{ head: Head; sitting: Sitting } | undefined>
  findMemory: (artistId: string, sitting: number) => Promise<MemoryParts>
  /** How many of the references are found as they are quoted. */
  countFound: (artistId: string, references: readonly HashedReference[]) => Promise<number>
  saveAnswer: (writes: AnswerWrites) => Promise<void>
  saveSitting: (writes: Writes & { id: string; requestId: string; sitting: number }) => Promise<void>
  saveQuestion: (writes: Writes & { question: QuestionEntry }) => Promise<void>
  closeSitting: (writes: Writes & { id: string }) => Promise<void>
}
export type Driver = {
  /** The answered question, for a claimant of its artist. */
  read: (subject: string, artistId: string, id: string) => Promise<QuestionEntry | undefined>
  transact: <T>(work: (transaction: Transaction) => Promise<T>) => Promise<T>
}
export type Reply = { status: number; body: unknown }

function refuse(code: ProblemCode): Reply {
  const { status, body } = new Problem(code)
  return { status, body }
}
const notFound = refuse('not_found')

function buildNextEvent(
  head: Head,
  artistId: string,
  actor: string,
  change: { action: string; subject: string } & Partial<Loose>,
) {
  const at = new Date().toISOString()
  const event = { revision: null, details: {}, ...change, artistId, actor, at, seq: head.seq + 1, previous: head.hash }
  return { ...event, hash: computeAuditHash(event) }
}
type Loose = { revision: string; details: Record<string, unknown> }

/** The operations by the contract's names; the path's and the body's fields are validated before. */
export function openInterview({ read, transact }: Driver) {
  const change = (subject: string, artistId: string, work: (transaction: Transaction) => Promise<Reply>) =>
    transact(async (transaction) => ((await transaction.lockArtist(subject, artistId)) ? work(transaction) : notFound))

  async function readInterviewResponse(subject: string, { id, answerId = '' }: Params): Promise<Reply> {
    const found = await read(subject, id, answerId)
    if (found?.answer == null) return notFound
    return viewReadResponse(found, toCurrentVersion({ ...found, answer: found.answer }))
  }

  const reviseInterviewResponse = (subject: string, { id: artistId, answerId = '' }: Params, body: AnswerBody) =>
    change(subject, artistId, async ({ findAnswer, saveAnswer }) => {
      const found = await findAnswer(artistId, answerId)
      if (found?.answer == null) return notFound
      if (found.revision !== body.expectedRevision) return refuse('revision_changed')
      const { head, number, ...current } = found
      const step = createAnsweredRevision(current, body.answer)
      const details = { note: null, number: number + 1 }
      const appended = { action: 'answer.revised', subject: `entry:${answerId}`, revision: step.revision, details }
      const event = buildNextEvent(head, artistId, subject, appended)
      await saveAnswer({ artistId, event, entryId: answerId, step, number: number + 1, jobId: randomUUID() })
      const version = { revision: step.revision, answer: body.answer, saved_at: event.at }
      return viewReadResponse({ ...current, ...step }, version)
    })

  const startInterviewSitting = (subject: string, { id: artistId }: Params, { requestId }: { requestId: string }) =>
    change(subject, artistId, async ({ findStart, saveSitting }) => {
      const { head, sitting } = await findStart(artistId)
      const id = randomUUID()
      const appended = { action: 'sitting.started', subject: `session:${id}`, details: { requestId, sitting } }
      const event = buildNextEvent(head, artistId, subject, appended)
      await saveSitting({ artistId, event, id, requestId, sitting })
      const started = { id, sitting, state: 'active' as const, created_at: event.at, closed_at: null, questions: [] }
      return { status: 200, body: viewStartedSitting(started, []) }
    })

  const offerInterviewQuestion = (subject: string, { id: artistId, sessionId = '' }: Params, body: OfferInput) =>
    change(subject, artistId, async ({ findSitting, findMemory, countFound, saveQuestion }) => {
      const references = normalizeReferences(body.references)
      const found = await findSitting(artistId, sessionId)
      if (found === undefined) return notFound
      const { sitting, head } = found
      const memory = computeMemorySnapshot(artistId, sitting.sitting, await findMemory(artistId, sitting.sitting))
      if (memory.snapshotId !== body.memorySnapshotId) return refuse('memory_changed')
      if ((await countFound(artistId, references)) < references.length) return refuse('evidence_changed')
      if (sitting.questions.length !== body.ordinal - 1) return refuse('state_changed')
      const question = newQuestion(sitting, body, { artistId, id: randomUUID(), references })
      const details = { memorySnapshotId: memory.snapshotId, ordinal: body.ordinal, sessionId }
      const appended = {
        action: 'question.offered',
        subject: `entry:${question.id}`,
        revision: question.revision,
        details,
      }
      const event = buildNextEvent(head, artistId, subject, appended)
      const offered = { ...question, offered_at: event.at, answer_updated_at: null, saved_seq: null } as QuestionEntry
      await saveQuestion({ artistId, event, question: offered })
      return { status: 200, body: viewSavedQuestion(offered, sitting.sitting) }
    })

  const saveInterviewAnswer = (subject: string, { id: artistId, answerId = '' }: Params, body: AnswerBody) =>
    change(subject, artistId, async ({ findAnswer, saveAnswer }) => {
      const found = await findAnswer(artistId, answerId)
      if (found === undefined) return notFound
      if (found.revision !== body.expectedRevision) return refuse('revision_changed')
      const { head, number: _, ...entry } = found
      const step = createAnsweredRevision(entry, body.answer)
      const details = { ordinal: entry.ordinal, sessionId: entry.session_id }
      const appended = { action: 'answer.saved', subject: `entry:${answerId}`, revision: step.revision, details }
      const event = buildNextEvent(head, artistId, subject, appended)
      await saveAnswer({ artistId, event, entryId: answerId, step, number: 1 })
      const answered = applyRevision(entry, step, { seq: event.seq, instant: event.at })
      return { status: 200, body: viewSavedQuestion(answered, entry.sitting ?? 1) }
    })

  const finishInterviewSitting = (subject: string, { id: artistId, sessionId = '' }: Params) =>
    change(subject, artistId, async ({ findSitting, closeSitting }) => {
      const found = await findSitting(artistId, sessionId)
      if (found === undefined) return notFound
      const { head, sitting } = found
      const details = { sitting: sitting.sitting, skipped: [] }
      const event = buildNextEvent(head, artistId, subject, {
        action: 'sitting.finished',
        subject: `session:${sessionId}`,
        details,
      })
      await closeSitting({ artistId, event, id: sessionId, ...(hasAnswer(sitting) && { jobId: randomUUID() }) })
      return { status: 200, body: viewInterview({ ...sitting, state: 'finished', closed_at: event.at }, []) }
    })

  return {
    readInterviewResponse,
    reviseInterviewResponse,
    startInterviewSitting,
    offerInterviewQuestion,
    saveInterviewAnswer,
    finishInterviewSitting,
  }
}

type Params = { id: string; answerId?: string; sessionId?: string }
type AnswerBody = { expectedRevision: string; answer: string }
export type Operation = keyof ReturnType<typeof openInterview>

/** Method and path of each, as the frameworks write them. */
export const routes: Record<Operation, readonly ['get' | 'post' | 'patch', string]> = {
  readInterviewResponse: ['get', '/api/artist/:id/interview/responses/:answerId'],
  reviseInterviewResponse: ['patch', '/api/artist/:id/interview/responses/:answerId'],
  startInterviewSitting: ['post', '/api/artist/:id/interview/session'],
  offerInterviewQuestion: ['post', '/api/artist/:id/interview/session/:sessionId/offer'],
  saveInterviewAnswer: ['post', '/api/artist/:id/interview/answers/:answerId'],
  finishInterviewSitting: ['post', '/api/artist/:id/interview/session/:sessionId/finish'],
}
