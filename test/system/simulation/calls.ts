import { type ArtistRecord, getAuditSubject } from '#src/admin/import/records.ts'
import type { HashedReference } from '#src/text/revisions.ts'
import { assembleEntries } from '../../memory/memory.ts'
import { readMemorySnapshot } from '../../memory/read-snapshot.ts'
import { mayRead, retract, saveBoundary, viewMemory } from '../../model/memory.ts'
import { readResponse, revise } from '../../model/responses.ts'
import { answer, finish, offer, restore, start } from '../../model/sessions.ts'
import { getAnswer, getQuestion, passage, prefixes } from '../../model/texts.ts'
import { type Learn, refuseWith, type Verdict } from '../../model/verdict.ts'
import type { ApiReply, Loose, Method } from '../../support/test-context.ts'
import type { Draw } from './draw.ts'
import { buildSourceRecord, correct, curate, importRecords, type Model, review, type SharedState } from './model.ts'
import type { Service } from './service.ts'

/** One call as it is sent, and retried: the model's verdict, and what the response discloses. */
export type Call = {
  op: Draw['op']
  words: string
  send(service: Service): Promise<ApiReply>
  /** Undefined where the model cannot predict: the effects of such a call are checked at the end. */
  expect?: (model: Model, learn: Learn) => Verdict
  shown?: (body: Loose) => Loose
  /** The subject of its event, where that is known before it is sent: without it two imports could be confused. */
  subject?: string
}

/** The shared state of the clients of one artist. */
export type SimulatedArtist = {
  artistId: string
  board: SharedState
  source: HashedReference
  uuid: (name: string) => string
}

/** An unused id. */
const nowhere = 'ffffffff-ffff-7fff-8fff-ffffffffffff'
const noRevision = 'f'.repeat(64)

/** The call of a draw, made from what the clients know when it begins. */
export async function buildCall(draw: Draw, simulated: SimulatedArtist, service: Service): Promise<Call> {
  const { artistId, board, uuid } = simulated
  const request = (
    method: Method,
    path: string,
    body: unknown,
    expect: Call['expect'],
    more: Partial<Call> = {},
  ): Call => ({
    op: draw.op,
    words: formatDraw(draw),
    ...(expect && { expect }),
    send: ({ call }) => call(method, `/api/artist/${artistId}/${path}`, body),
    ...more,
  })
  switch (draw.op) {
    case 'start': {
      const requestId = uuid(`start ${draw.request}`)
      return request('POST', 'interview/session', { requestId }, ({ artist }, learn) =>
        start(artist, { requestId }, learn),
      )
    }
    case 'restore':
      return request('GET', 'interview/session', undefined, ({ artist }) => restore(artist))
    case 'offer': {
      const { sessionId, body } = await buildOffer(draw, simulated, service)
      return request('POST', `interview/session/${sessionId}/offer`, body, ({ artist }, learn) =>
        offer(artist, { sessionId, ...body }, learn),
      )
    }
    case 'answer': {
      const { id: entryId, revision: expectedRevision } = chooseQuestion(board, draw)
      const body = { expectedRevision, answer: draw.words === null ? null : getAnswer(draw.words) }
      return request('POST', `interview/answers/${entryId}`, body, ({ artist }, learn) =>
        answer(artist, { entryId, ...body }, learn),
      )
    }
    case 'finish': {
      const sessionId = (draw.which === 'last' ? board.sessions.at(-1) : board.sessions[0])?.id ?? nowhere
      return request('POST', `interview/session/${sessionId}/finish`, {}, ({ artist }, learn) =>
        finish(artist, { sessionId }, learn),
      )
    }
    case 'revise': {
      const { id: entryId, revision: expectedRevision } = chooseQuestion(board, draw)
      const body = { expectedRevision, answer: getAnswer(draw.words) }
      return request('PATCH', `interview/responses/${entryId}`, body, ({ artist }, learn) =>
        revise(artist, { entryId, ...body, note: undefined, ifMatch: undefined }, learn),
      )
    }
    case 'saveBoundary': {
      const { questionKey } = chooseQuestion(board, { ...draw, revision: 'newest' })
      const { scope } = draw
      const body = { requestId: uuid(`boundary ${draw.request}`), questionKey, wording: getAnswer(draw.words), scope }
      return request('POST', 'interview/boundaries', body, ({ artist }, learn) => saveBoundary(artist, body, learn))
    }
    case 'retract': {
      const { id: boundaryId, revision } = board.boundaries.at(-1) ?? { id: nowhere, revision: noRevision }
      const body = { revision: draw.revision === 'newest' ? revision : noRevision }
      return request('POST', `interview/boundaries/${boundaryId}/retract`, body, ({ artist }, learn) =>
        retract(artist, { boundaryId, ...body }, learn),
      )
    }
    case 'readMemory':
      return buildMemoryRead(draw, simulated, request)
    case 'readResponse': {
      const { id: entryId } = chooseQuestion(board, { ...draw, revision: 'newest' })
      return request('GET', `interview/responses/${entryId}`, undefined, ({ artist }) =>
        readResponse(artist, { entryId, revision: undefined }),
      )
    }
    case 'review': {
      const revision = draw.revision === 'newest' ? board.candidateRevision : noRevision
      const body = { revision, decision: draw.decision }
      return request('POST', `research/discoveries/${uuid('candidate')}/review`, body, (model, learn) =>
        review(model, body, learn),
      )
    }
    case 'correct': {
      const statement = { id: uuid(`correction ${draw.which}`), claim: getAnswer(draw.words), correction: null }
      const record = { type: 'correction' as const, artist: artistId, kind: 'factual', ...statement }
      return buildImport(draw, service, record, (model, learn) => correct(model, statement, learn))
    }
    case 'curate': {
      const { approved } = draw
      const text = `${prefixes[draw.words]}${passage}`
      const record = buildSourceRecord(artistId, uuid('source'), text, approved)
      return buildImport(draw, service, record, (model, learn) => curate(model, { text, approved }, learn))
    }
    case 'advance': {
      const body = { artistId, kinds: ['lore_refresh'] }
      return { op: draw.op, words: draw.op, send: ({ call }) => call('POST', '/api/research/advance', body) }
    }
  }
}

const buildImport = (draw: Draw, { db }: Service, record: ArtistRecord, expect: NonNullable<Call['expect']>): Call => ({
  op: draw.op,
  words: formatDraw(draw),
  expect,
  subject: getAuditSubject(record),
  send: async () => {
    const [body] = await importRecords(db, [record])
    return { status: 200, headers: {}, body }
  },
})

type Requesting = (method: Method, path: string, body: unknown, expect: Call['expect'], more?: Partial<Call>) => Call

function buildMemoryRead(
  { after }: Extract<Draw, { op: 'readMemory' }>,
  { board }: SimulatedArtist,
  request: Requesting,
): Call {
  const sitting = Math.max(1, (board.sessions.at(-1)?.sitting ?? 0) + after)
  const expect = ({ artist }: Model): Verdict => {
    if (!mayRead(artist, sitting)) return refuseWith('state_changed')
    return { body: { sitting, constraintsComplete: true, ...viewMemory(artist, sitting) } }
  }
  const shown = ({ snapshotId, latestAnswer, totalEntries, constraintsComplete, ...page }: Loose) => ({
    sitting: page.sitting,
    constraintsComplete,
    snapshotId,
    latestAnswer,
    totalEntries,
    entries: assembleEntries([page]),
  })
  return request('GET', `interview/memory?sitting=${sitting}&maxChars=20000`, undefined, expect, { shown })
}

/** An offer under the memory that is current when the client makes it up. */
async function buildOffer(
  draw: Extract<Draw, { op: 'offer' }>,
  { artistId, board, source }: SimulatedArtist,
  { plain }: Service,
) {
  const session = board.sessions.at(-1)
  const closed = board.questions.filter(({ sitting, state }) => sitting === session?.sitting && state !== 'offered')
  const { snapshotId } = await readMemorySnapshot(plain, artistId, session?.sitting ?? 1)
  const cited = board.questions.findLast(({ answer }) => answer !== null)
  const quote = cited?.answer?.slice(0, 16) ?? ''
  const answered: HashedReference | undefined = cited && {
    kind: 'answer',
    entryId: cited.id,
    revision: cited.revisions.at(-1) ?? noRevision,
    start: 0,
    end: quote.length,
    quote,
  }
  const body = {
    ordinal: draw.ordinal === 'next' ? Math.min(3, closed.length + 1) : draw.ordinal,
    memorySnapshotId: draw.snapshot === 'current' ? snapshotId : noRevision,
    question: getQuestion(draw.question),
    references: [draw.cite === 'answer' && answered ? answered : source],
  }
  return { sessionId: session?.id ?? nowhere, body }
}

/** The question that a client means, and the revision of it that the client read first or last. */
function chooseQuestion({ questions }: SharedState, { which, revision }: { which: string; revision: string }) {
  const open = questions.find(({ state }) => state === 'offered')
  const target = (which === 'open' && open) || (which === 'first' ? questions[0] : questions.at(-1))
  if (target === undefined) return { id: nowhere, revision: noRevision, questionKey: 'never asked' }
  const known = revision === 'newest' ? target.revisions.at(-1) : target.revisions[0]
  return { ...target, revision: known ?? noRevision }
}

export const formatDraw = ({ op, ...more }: Draw): string =>
  [op, ...Object.values(more).map((one) => String(one))].join(' ')
