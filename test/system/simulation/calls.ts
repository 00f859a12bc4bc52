import { type ArtistRecord, getAuditSubject } from '#src/admin/import/records.ts'
import { assembleEntries } from '../../memory/memory.ts'
import { readMemorySnapshot } from '../../memory/read-snapshot.ts'
import { correct } from '../../model/imports.ts'
import { mayRead, viewMemory } from '../../model/memory.ts'
import { buildRequest } from '../../model/requests.ts'
import { getAnswer, passage, prefixes } from '../../model/texts.ts'
import { type Learn, refuseWith, type Verdict } from '../../model/verdict.ts'
import type { ApiReply, Loose, Method } from '../../support/test-context.ts'
import type { Draw } from './draw.ts'
import { buildSourceRecord, curate, importRecords, type Model, review, type SharedState } from './model.ts'
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
  uuid: (name: string) => string
}

/** The call of a draw, made from what the clients know when it begins. */
export async function buildCall(draw: Draw, simulated: SimulatedArtist, service: Service): Promise<Call> {
  const { artistId, board, uuid } = simulated
  const { known } = board
  const request = (
    { method, path, body }: { method: Method; path: string; body?: unknown },
    expect: NonNullable<Call['expect']>,
    more: Partial<Call> = {},
  ): Call => ({
    op: draw.op,
    words: formatDraw(draw),
    expect,
    send: ({ call }) => call(method, `/api/artist/${artistId}/${path}`, body),
    ...more,
  })
  switch (draw.op) {
    case 'readMemory': {
      const sitting = Math.max(1, (known.sessions.at(-1)?.sitting ?? 0) + draw.after)
      const path = `interview/memory?sitting=${sitting}&maxChars=20000`
      return request({ method: 'GET', path }, ({ artist }) => expectMemory(artist, sitting), { shown: showMemory })
    }
    case 'review': {
      const body = {
        revision: draw.revision === 'newest' ? board.candidateRevision : 'f'.repeat(64),
        decision: draw.decision,
      }
      const path = `research/discoveries/${uuid('candidate')}/review`
      return request({ method: 'POST', path, body }, (model, learn) => review(model, body, learn))
    }
    case 'correct': {
      const statement = { id: uuid(`correction ${draw.which}`), claim: getAnswer(draw.words), correction: null }
      const record = { type: 'correction' as const, artist: artistId, kind: 'factual', ...statement }
      return buildImport(draw, service, record, ({ artist }, learn) => ({
        body: correct(artist, statement, () => learn.instant('correction')),
      }))
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
    default: {
      // The client makes an offer up under the memory that is current then.
      const sitting = known.sessions.at(-1)?.sitting ?? 1
      const { snapshotId } = await readMemorySnapshot(service.plain, artistId, sitting)
      const context = { uuid: (number: number) => uuid(String(number)), computeSnapshotId: () => snapshotId }
      const { verdict, ...sent } = buildRequest(context, draw, known, known)
      return request(sent, ({ artist }, learn) => verdict(artist, learn))
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

function expectMemory(artist: Model['artist'], sitting: number): Verdict {
  if (!mayRead(artist, sitting)) return refuseWith('state_changed')
  return { body: { sitting, constraintsComplete: true, ...viewMemory(artist, sitting) } }
}

const showMemory = ({ snapshotId, latestAnswer, totalEntries, constraintsComplete, ...page }: Loose) => ({
  sitting: page.sitting,
  constraintsComplete,
  snapshotId,
  latestAnswer,
  totalEntries,
  entries: assembleEntries([page]),
})

/** The operation, and what was drawn of it. */
export const formatDraw = ({ op, ...more }: Draw): string =>
  [op, ...Object.values({ ...more, by: '', artist: '' }).map((one) => JSON.stringify(one) ?? '')]
    .filter((word) => word !== '' && word !== '""')
    .join(' ')
