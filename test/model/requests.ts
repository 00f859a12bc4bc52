import type { Reference } from '#src/contract/types.gen.ts'
import type { Method } from '../support/test-context.ts'
import { type ArtistModel, type Entry, listQuestions } from './artist.ts'
import { chooseId, chooseRevision, type RequestContext } from './context.ts'
import { retract, saveBoundary } from './memory.ts'
import { readResponse, revise } from './responses.ts'
import { answer, finish, offer, restore, start } from './sessions.ts'
import type { RequestStep, Words } from './steps.ts'
import { getAnswer, getQuestion } from './texts.ts'
import type { Learn, Verdict } from './verdict.ts'

/** One request and the model's verdict on it; `isValid` says whether its shape is the contract's. */
export type PlannedRequest = {
  method: Method
  path: string
  body?: unknown
  headers?: Record<string, string>
  isValid: boolean
  verdict: (artist: ArtistModel, learn: Learn) => Verdict
}

const blank = ' \u2003\n'

/** The request of a step, made from what the model knows of both artists. */
export function buildRequest(
  context: RequestContext,
  step: RequestStep,
  artist: ArtistModel,
  other: ArtistModel,
): PlannedRequest {
  const findEntry = (id: string) => [...artist.entries, ...other.entries].find((entry) => entry.id === id)
  const post = (path: string, body: object, verdict: PlannedRequest['verdict'], isValid = true): PlannedRequest => ({
    method: 'POST',
    path,
    body,
    isValid,
    verdict,
  })
  switch (step.op) {
    case 'start': {
      const requestId = applyCase(context.uuid(0x1000 + step.request), step.upper)
      return post('interview/session', { requestId }, (model, learn) => start(model, { requestId }, learn))
    }
    case 'restore':
      return { method: 'GET', path: 'interview/session', isValid: true, verdict: restore }
    case 'offer': {
      const sessionId = chooseId(context, artist.sessions, other.sessions, step.session)
      const body = buildOffer(context, step, artist, other, sessionId)
      return post(`interview/session/${sessionId}/offer`, body, (model, learn) =>
        offer(model, { sessionId, ...body }, learn),
      )
    }
    case 'answer': {
      const entryId = chooseId(context, artist.entries, other.entries, step.entry)
      const expectedRevision = chooseRevision(listRevisions(findEntry(entryId)), step.which)
      const body = {
        expectedRevision,
        answer: step.words === null ? null : chooseAnswer(step.words, findEntry(entryId)),
      }
      const path = `interview/answers/${entryId}`
      return post(path, body, (model, learn) => answer(model, { entryId, ...body }, learn), step.words !== 'blank')
    }
    case 'finish': {
      const sessionId = chooseId(context, artist.sessions, other.sessions, step.session)
      return post(`interview/session/${sessionId}/finish`, {}, (model, learn) => finish(model, { sessionId }, learn))
    }
    case 'readResponse': {
      const entryId = chooseId(context, artist.entries, other.entries, step.entry)
      const revision = step.which && chooseRevision(listRevisions(findEntry(entryId)), step.which)
      const query = revision === undefined ? '' : `?revision=${revision}`
      const path = `interview/responses/${entryId}${query}`
      return { method: 'GET', path, isValid: true, verdict: (model) => readResponse(model, { entryId, revision }) }
    }
    case 'revise':
      return buildRevise(context, step, artist, other)
    case 'saveBoundary': {
      const entryId = chooseId(context, artist.entries, other.entries, step.entry)
      const questionKey = findEntry(entryId)?.questionKey ?? 'never asked'
      const { scope } = step
      const body = {
        requestId: context.uuid(0x2000 + step.request),
        questionKey,
        wording: getAnswer(step.words),
        scope,
      }
      return post('interview/boundaries', body, (model, learn) => saveBoundary(model, body, learn))
    }
    case 'retract': {
      const boundaryId = chooseId(context, artist.boundaries, other.boundaries, step.boundary)
      const boundary = [...artist.boundaries, ...other.boundaries].find(({ id }) => id === boundaryId)
      const body = { revision: chooseRevision(boundary ? [boundary.revision] : [], step.which) }
      const path = `interview/boundaries/${boundaryId}/retract`
      return post(path, body, (model, learn) => retract(model, { boundaryId, ...body }, learn))
    }
  }
}

function buildRevise(
  context: RequestContext,
  step: Extract<RequestStep, { op: 'revise' }>,
  artist: ArtistModel,
  other: ArtistModel,
): PlannedRequest {
  const entryId = chooseId(context, artist.entries, other.entries, step.entry)
  const entry = [...artist.entries, ...other.entries].find(({ id }) => id === entryId)
  const expectedRevision = chooseRevision(listRevisions(entry), step.which)
  const ifMatch = step.ifMatch && chooseRevision(listRevisions(entry), step.ifMatch)
  const note = step.note === undefined ? undefined : `Edit ${step.note}`
  const words = chooseAnswer(step.words, entry)
  return {
    method: 'PATCH',
    path: `interview/responses/${entryId}`,
    body: { expectedRevision, answer: words, ...(note !== undefined && { note }) },
    headers: ifMatch === undefined ? {} : { 'if-match': `"${ifMatch}"` },
    isValid: step.words !== 'blank',
    verdict: (model, learn) => revise(model, { entryId, expectedRevision, answer: words, note, ifMatch }, learn),
  }
}

function buildOffer(
  context: RequestContext,
  step: Extract<RequestStep, { op: 'offer' }>,
  artist: ArtistModel,
  other: ArtistModel,
  sessionId: string,
) {
  const session = artist.sessions.find(({ id }) => id === sessionId)
  const next =
    session === undefined ? 1 : listQuestions(artist, session).filter(({ state }) => state !== 'offered').length + 1
  return {
    ordinal: step.ordinal === 'next' ? Math.min(3, next) : step.ordinal,
    memorySnapshotId:
      step.snapshot === 'wrong' || !session ? 'f'.repeat(64) : context.computeSnapshotId(artist, session.sitting),
    question: getQuestion(step.question),
    references: step.cite.map((cite) => buildReference(context, cite, artist, other)),
  }
}

function buildReference(
  context: RequestContext,
  { kind, at, which, window }: Extract<RequestStep, { op: 'offer' }>['cite'][number],
  artist: ArtistModel,
  other: ArtistModel,
): Reference {
  const source = kind === 'unknown' ? other.sources[0] : artist.sources[at % artist.sources.length]
  const entry = artist.entries.at(-1 - at) ?? artist.entries.at(-1)
  const texts =
    kind === 'answer'
      ? (entry?.versions.map(({ revision, answer: text }) => ({ revision, text })) ?? [])
      : (source?.texts ?? [])
  const revision = chooseRevision(
    texts.map((one) => one.revision),
    which,
  )
  const text = texts.find((one) => one.revision === revision)?.text ?? 'nothing to be cited'
  const start = window === 'shifted' ? 1 : 0
  const quote = window === 'misquoted' ? text.slice(0, 16).toUpperCase() : text.slice(0, 16)
  const cited = { revision, start, end: start + quote.length, quote }
  return kind === 'answer'
    ? { kind, entryId: entry?.id ?? context.uuid(0xdead), ...cited }
    : { kind: 'original', sourceId: source?.sourceId ?? '', ...cited }
}

/** The revisions a client may have read of an entry, the oldest first. */
const listRevisions = (entry: Entry | undefined): string[] =>
  entry === undefined ? [] : [...new Set([...entry.versions.map(({ revision }) => revision), entry.revision])]

function chooseAnswer(words: Words, entry: Entry | undefined): string {
  if (words === 'blank') return blank
  return words === 'same' ? (entry?.answer ?? getAnswer(0)) : getAnswer(words)
}

const applyCase = (text: string, upper: boolean) => (upper ? text.toUpperCase() : text)
