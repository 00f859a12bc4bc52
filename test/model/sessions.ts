import type { Reference } from '#src/contract/types.gen.ts'
import {
  type ArtistModel,
  computeNextRevision,
  computeSnapshotId,
  type Entry,
  findActiveSession,
  findLatestSitting,
  listLegacyOffers,
  listQuestions,
  type Session,
} from './artist.ts'
import { type Learn, refuseWith, type Verdict } from './verdict.ts'

export function start(artist: ArtistModel, { requestId }: { requestId: string }, learn: Learn): Verdict {
  const again = artist.sessions.find((session) => session.requestId === requestId.toLowerCase())
  if (again !== undefined) return viewInterview(artist, again)
  if (findActiveSession(artist) !== undefined) return refuseWith('session_active')
  if (listLegacyOffers(artist).length > 0) return refuseWith('state_changed')
  const session: Session = {
    id: learn.id('session.id'),
    requestId: requestId.toLowerCase(),
    sitting: findLatestSitting(artist) + 1,
    state: 'active',
    createdAt: learn.instant('session.createdAt'),
    closedAt: null,
  }
  artist.sessions.push(session)
  return viewInterview(artist, session)
}

export function restore(artist: ArtistModel): Verdict {
  const latest = artist.sessions.reduce<Session | undefined>(
    (last, session) => (last === undefined || session.sitting > last.sitting ? session : last),
    undefined,
  )
  return viewInterview(artist, latest)
}

type Offer = { sessionId: string; ordinal: number; memorySnapshotId: string; question: string; references: Reference[] }

export function offer(artist: ArtistModel, sent: Offer, learn: Learn): Verdict {
  const session = artist.sessions.find(({ id }) => id === sent.sessionId)
  if (session === undefined) return refuseWith('not_found')
  const questions = listQuestions(artist, session)
  const saved = questions.find(({ ordinal }) => ordinal === sent.ordinal)
  if (saved !== undefined) return { body: { status: 'ok', question: viewQuestion(artist, saved) } }

  const evidence = sent.references.map((reference) => checkReference(artist, reference))
  if (evidence.includes('missing')) return refuseWith('not_found')
  const closed = questions.filter(({ state }) => state !== 'offered').length
  if (session.state === 'finished' || closed !== sent.ordinal - 1) return refuseWith('state_changed')
  if (sent.memorySnapshotId !== computeSnapshotId(artist, session.sitting)) return refuseWith('memory_changed')
  if (evidence.includes('differs')) return refuseWith('evidence_changed')

  const content: Omit<Entry, 'revision'> = {
    id: learn.id('question.id'),
    questionKey: learn.text('question.questionKey'),
    question: sent.question,
    answer: null,
    state: 'offered',
    sitting: session.sitting,
    sessionId: session.id,
    ordinal: sent.ordinal,
    offeredAt: learn.instant('question.offeredAt'),
    updatedAt: null,
    source: 'interview',
    references: sent.references,
    versions: [],
    savedAs: 0,
  }
  const entry = { ...content, revision: computeNextRevision(artist, content, 'offered', null, null) }
  artist.entries.push(entry)
  return { body: { status: 'ok', question: viewQuestion(artist, entry) } }
}

type Answer = { entryId: string; expectedRevision: string; answer: string | null }

export function answer(artist: ArtistModel, sent: Answer, learn: Learn): Verdict {
  const entry = artist.entries.find(({ id, offeredAt }) => id === sent.entryId && offeredAt !== null)
  if (entry === undefined) return refuseWith('not_found')
  const isSaved = sent.answer === null ? entry.state === 'skipped' : entry.answer === sent.answer
  if (!isSaved) {
    if (entry.revision !== sent.expectedRevision) return refuseWith('revision_changed')
    if (entry.state !== 'offered') return refuseWith('state_changed')
    close(artist, entry, sent.answer, learn.instant('question.answerUpdatedAt'))
  }
  return { body: { status: 'ok', question: viewQuestion(artist, entry) } }
}

export function finish(artist: ArtistModel, { sessionId }: { sessionId: string }, learn: Learn): Verdict {
  const session = artist.sessions.find(({ id }) => id === sessionId)
  if (session === undefined) return refuseWith('not_found')
  if (session.state === 'active') {
    const closedAt = learn.instant('session.closedAt')
    for (const open of listQuestions(artist, session).filter(({ state }) => state === 'offered'))
      close(artist, open, null, closedAt)
    session.state = 'finished'
    session.closedAt = closedAt
  }
  return viewInterview(artist, session)
}

/** The answer, or the skip, of an open question. */
function close(artist: ArtistModel, entry: Entry, answer: string | null, at: string): void {
  const state = answer === null ? 'skipped' : 'answered'
  const revision = computeNextRevision(artist, entry, state, answer, entry.revision)
  Object.assign(entry, { state, answer, revision, updatedAt: at })
  if (answer !== null) recordVersion(artist, entry, { revision, answer, savedAt: at, note: null })
}

/** Saves a wording as the newest of the artist. */
export function recordVersion(artist: ArtistModel, entry: Entry, version: Entry['versions'][number]): void {
  artist.saves += 1
  entry.savedAs = artist.saves
  entry.versions.push(version)
}

/** Whether a reference names something with exactly the quote. */
function checkReference(artist: ArtistModel, reference: Reference): 'matches' | 'differs' | 'missing' {
  const texts = findTexts(artist, reference)
  if (texts === undefined) return 'missing'
  const text = texts.find(({ revision }) => revision === reference.revision)?.text
  const { start, end, quote } = reference
  return text !== undefined && end - start === quote.length && text.slice(start, end) === quote ? 'matches' : 'differs'
}

function findTexts(artist: ArtistModel, reference: Reference): { revision: string; text: string }[] | undefined {
  if (reference.kind === 'original')
    return artist.sources.find(({ sourceId, citable }) => sourceId === reference.sourceId && citable)?.texts
  const entry = artist.entries.find(({ id, state }) => id === reference.entryId && state === 'answered')
  return entry?.versions.map(({ revision, answer: text }) => ({ revision, text }))
}

/** At most three open legacy offers are listed, however many there are. */
const viewInterview = (artist: ArtistModel, session: Session | undefined): Verdict => ({
  body: {
    status: 'ok',
    session: session === undefined ? null : viewSession(artist, session),
    legacyOffers: listLegacyOffers(artist)
      .slice(0, 3)
      .map((offer) => viewQuestion(artist, offer)),
  },
})

const viewSession = (artist: ArtistModel, session: Session) => ({
  id: session.id,
  sitting: session.sitting,
  state: session.state,
  createdAt: session.createdAt,
  closedAt: session.closedAt,
  questions: listQuestions(artist, session).map((question) => viewQuestion(artist, question)),
})

/** A legacy offer has the number of the next sitting. */
const viewQuestion = (artist: ArtistModel, entry: Entry) => ({
  id: entry.id,
  questionKey: entry.questionKey,
  question: entry.question,
  answer: entry.answer,
  state: entry.state,
  revision: entry.revision,
  sitting: entry.sitting ?? findLatestSitting(artist) + 1,
  offeredAt: entry.offeredAt,
  answerUpdatedAt: entry.updatedAt ?? entry.offeredAt,
  ordinal: entry.ordinal,
  references: entry.references,
})
