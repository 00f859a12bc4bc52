import { isDeepStrictEqual } from 'node:util'
import { v7 as uuidv7 } from 'uuid'
import { type OperationId, operationContracts } from '#src/contract/document.ts'
import type { ApiReply } from '../../support/test-context.ts'
import type { TestEnvironment } from '../environment.ts'
import { addIdleClaims, buildCallers, type CallerKind } from './callers.ts'
import { replaceIdentities } from './identities.ts'
import type { InProcessService, SentRequest } from './in-process-service.ts'
import { buildSentRequest, getContract } from './request.ts'
import { type SeededArtist, seedArtist } from './seed-artist.ts'
import { buildValidRequests } from './valid-requests.ts'

/** Two requests that must be indistinguishable: one names something that exists, the other something that does not. */
export type Pair = { words: string; there: SentRequest; absent: SentRequest }

const ids = [...operationContracts.keys()]
const accepts = (id: OperationId, scheme: string) => getContract(id).security.some((one) => scheme in one)

/**
 * Every way to request something hidden: an artist without a claim, and whatever of an artist is not shown to the key or
 * to any caller.
 */
export async function buildPairs(environment: TestEnvironment, service: InProcessService): Promise<Pair[]> {
  const [own, other] = [await seedArtist(environment, service), await seedArtist(environment, service)]
  await addIdleClaims(environment, own.artistId)
  const callers = await buildCallers(service, own, other)
  const findCaller = (name: string) => callers.find((caller) => caller.name === name) as CallerKind
  return [
    ...callers
      .filter(({ bearer }) => bearer === 'of a stranger' || bearer === 'of an unknown user')
      .flatMap((caller) => pairArtists(caller, own)),
    ...(await pairHiddenSources(environment, findCaller('the research key'), own, 'approved')),
    ...(await pairHiddenSources(environment, findCaller('the claimant'), own, 'public')),
  ]
}

const authorize = (sent: SentRequest, { headers }: Pick<CallerKind, 'headers'>): SentRequest => ({
  ...sent,
  headers: { ...sent.headers, ...headers },
})

/** An existing artist and a missing one. */
function pairArtists(caller: CallerKind, own: SeededArtist): Pair[] {
  if (caller.key !== 'none') return []
  const missing = { ...own, artistId: uuidv7() }
  return ids
    .filter((id) => accepts(id, 'accessToken') && getContract(id).path.includes('{'))
    .map((id) => ({
      words: `${id} of an artist by ${caller.name}`,
      there: authorize(buildSentRequest(id, buildValidRequests(own)[id]), caller),
      absent: authorize(buildSentRequest(id, buildValidRequests(missing)[id]), caller),
    }))
}

/**
 * Sources that are hidden from this caller: from the key all but approved and public ones, from every caller private
 * and never approved ones.
 */
async function pairHiddenSources(
  environment: TestEnvironment,
  caller: CallerKind,
  own: SeededArtist,
  shown: 'approved' | 'public',
): Promise<Pair[]> {
  const rows = await environment.db
    .selectFrom('sources')
    .select(['source_id', 'kind', 'curation', 'is_private'])
    .where('artist_id', '=', own.artistId)
    .execute()
  const isShown = ({ kind, curation, is_private }: (typeof rows)[number]) =>
    !is_private && (curation === 'approved' || (shown === 'public' && kind === 'discovery'))
  const buildRequest = (evidenceId: string) =>
    authorize(buildSentRequest('readResearchEvidence', { path: { id: own.artistId, evidenceId } }), caller)
  return rows
    .filter((row) => !isShown(row))
    .map(({ source_id }) => ({
      words: `what is hidden from ${caller.name}: ${source_id}`,
      there: buildRequest(source_id),
      absent: buildRequest(replaceIdentities(source_id)),
    }))
}

/** The whole response except for the clock and the request's id: status, headers in their order, and body. */
export async function findDifference(service: InProcessService, { there, absent }: Pair): Promise<string | undefined> {
  const [one, other] = [await service.send(there), await service.send(absent)]
  const removeChanging = ({
    status,
    headers: { date: _date, 'x-request-id': _requestId, ...headers },
    body,
  }: ApiReply) => ({
    status,
    headers: Object.entries(headers),
    body,
  })
  if (isDeepStrictEqual(removeChanging(one), removeChanging(other)) && one.status >= 400) return undefined
  return `${one.status} ${JSON.stringify(one.body).slice(0, 120)} and ${other.status} ${JSON.stringify(other.body).slice(0, 120)}`
}
