import type { ApiReply, Loose } from '../../support/test-context.ts'

type KnownQuestion = {
  id: string
  questionKey: string
  state: string
  sitting: number | null
  revisions: string[]
  answer: string | null
}

/** What all clients together have learned so far: their next calls are made from it. */
export type SharedState = {
  sessions: { id: string; sitting: number }[]
  questions: KnownQuestion[]
  boundaries: { id: string; revision: string }[]
  candidateRevision: string
}

/** Learns from a response. An older response may come in later than a newer one, as it does among clients. */
export function recordAnswer(board: SharedState, { status, body }: ApiReply): void {
  if (status !== 200) return
  const { session, question, response, boundary, candidate, legacyOffers } = body as Loose
  if (session) {
    board.sessions = [...board.sessions.filter(({ id }) => id !== session.id), session]
    board.sessions.sort((one, other) => one.sitting - other.sitting)
  }
  for (const one of [...(session?.questions ?? []), ...(legacyOffers ?? []), ...(question ? [question] : [])]) {
    recordQuestion(board, one)
  }
  if (response) recordQuestion(board, { ...response, state: 'answered' })
  if (boundary) board.boundaries = [...board.boundaries.filter(({ id }) => id !== boundary.id), boundary]
  if (candidate) board.candidateRevision = candidate.revision
}

function recordQuestion(board: SharedState, { id, questionKey, state, sitting, revision, answer }: Loose): void {
  const known = board.questions.find((one) => one.id === id)
  if (known === undefined) {
    board.questions.push({ id, questionKey, state, sitting, revisions: [revision], answer })
    return
  }
  if (known.revisions.includes(revision)) return
  known.revisions.push(revision)
  Object.assign(known, { state, answer })
}
