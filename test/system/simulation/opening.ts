import { type ArtistModel, newArtist, type Source } from '../../model/artist.ts'
import { buildImportedEntry, setText } from '../../model/imports.ts'
import { fitting, owned } from '../../model/steps.ts'
import { getQuestion, offeredAts, passage } from '../../model/texts.ts'
import type { ApiReply } from '../../support/test-context.ts'
import { buildCall, formatDraw, type SimulatedArtist } from './calls.ts'
import type { Draw, DrawnSchedule, Opening } from './draw.ts'
import { actors } from './lane.ts'
import {
  buildSourceRecord,
  type Candidate,
  computeNextRevision,
  importRecords,
  type Model,
  recordAnswer,
} from './model.ts'
import type { PlayedCall } from './order.ts'
import type { Service } from './service.ts'

const buildStart = (request: number): Draw => ({ op: 'start', ...owned, request, upper: false })
const offer: Draw = { op: 'offer', ...owned, ...fitting }
const buildAnswer = (words: number | null): Draw => ({ op: 'answer', ...owned, entry: 0, which: 'current', words })
const finish: Draw = { op: 'finish', ...owned, session: 0 }
const bound: Draw = { op: 'saveBoundary', ...owned, request: 0, entry: 0, words: 0, scope: 'until_retracted' }
/** The evidence is read in one slice and the text composed in the next. */
const advance: Draw = { op: 'advance' }

const answered = [buildStart(0), offer, buildAnswer(0)]
const finished = [...answered, offer, finish]

const callsBefore: Record<Opening, readonly Draw[]> = {
  nothing: [],
  asked: [buildStart(0), offer],
  answered,
  second: [...answered, offer],
  third: [...answered, offer, buildAnswer(null), offer],
  finished,
  again: [...answered, finish, buildStart(1), offer],
  legacy: [],
  bounded: [...answered, bound, offer],
  gathered: [...finished, advance],
  composed: [...finished, advance, advance],
}

export type OpeningResult = { simulated: SimulatedArtist; before: Model; happened: PlayedCall[] }

/**
 * An artist with a claimant, a source, the history of the opening, and a pending discovery where one is to be reviewed.
 */
export async function playOpening(
  service: Service,
  { opening, calls }: Pick<DrawnSchedule, 'opening' | 'calls'>,
  uuid: SimulatedArtist['uuid'],
  newId: () => string,
): Promise<OpeningResult> {
  const isReviewed = calls.some(({ op }) => op === 'review')
  const artistId = uuid('artist')
  const model = newArtist(artistId, 'owner')
  const candidate = buildCandidate(artistId, uuid('candidate'))
  await importRecords(service.plain, [
    { type: 'artist', id: artistId, name: 'Mara Quill', bio: null },
    { type: 'claim', artist: artistId, subject: 'owner', state: 'approved' },
    buildSourceRecord(artistId, uuid('source'), passage, true),
    ...(isReviewed ? [buildDiscovery(artistId, candidate)] : []),
    ...(opening === 'legacy' ? [importLegacyOffer(model, uuid('legacy'))] : []),
  ])
  const source: Source = { sourceId: `vault:${uuid('source')}`, texts: [], citable: true }
  setText(model, source, passage)
  model.sources.push(source)
  const board = { known: structuredClone(model), candidateRevision: candidate.revision }
  const simulated: SimulatedArtist = { artistId, uuid, board }
  const before = structuredClone({ artist: model, candidate })
  return {
    simulated,
    before,
    happened: await actors.run({ newId }, () => begin(service, simulated, callsBefore[opening])),
  }
}

/** One call after the other, each of which has to succeed. */
async function begin(service: Service, simulated: SimulatedArtist, draws: readonly Draw[]): Promise<PlayedCall[]> {
  const happened: PlayedCall[] = []
  for (const [at, draw] of draws.entries()) {
    const { expect, ...call } = await buildCall(draw, simulated, service)
    const answer: ApiReply = await call.send(service)
    if (answer.status !== 200) throw new Error(`${formatDraw(draw)} was answered ${JSON.stringify(answer.body)}`)
    recordAnswer(simulated.board, answer)
    const when = at - draws.length
    if (expect !== undefined)
      happened.push({ name: call.words, call: { ...call, expect }, from: when, until: when, answer })
  }
  return happened
}

const buildDiscovery = (artist: string, { id, url, title, curation, identity }: Candidate) =>
  ({
    type: 'discovery',
    artist,
    id,
    url,
    title,
    curation,
    identity,
    evidenceKind: null,
    speaker: null,
    text: 'Found: she rang the bell herself.',
  }) as const

function buildCandidate(artistId: string, id: string): Candidate {
  const content: Omit<Candidate, 'revision'> = {
    id,
    url: `https://example.org/${id}`,
    title: 'A find',
    identity: 'unresolved',
    curation: 'pending',
    reason: 'An operator brought it in for review.',
    evidenceId: id,
  }
  return { ...content, revision: computeNextRevision(artistId, content, null) }
}

/** An open legacy offer, also in the model. */
function importLegacyOffer(model: ArtistModel, id: string) {
  const [offeredAt] = offeredAts
  const question = getQuestion(1)
  model.entries.push(
    buildImportedEntry(model, { id, questionKey: `legacy-${id}`, question, state: 'offered', offeredAt }),
  )
  return { type: 'legacyOffer', id, artist: model.id, question, offeredAt } as const
}
