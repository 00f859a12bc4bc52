import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { type OperationId, operationContracts } from '#src/contract/document.ts'
import type { ApiReply, SentRequest } from '../../support/test-context.ts'
import type { TestEnvironment } from '../environment.ts'
import {
  addIdleClaims,
  buildCallers,
  buildSettings,
  type CallerKind,
  type Deployment,
  decideVerdict,
  refusals,
} from './callers.ts'
import { computeFingerprint, replaceIdentities } from './identities.ts'
import { type InProcessService, openInProcessService } from './in-process-service.ts'
import { buildSentRequest, buildValidRequests, getContract } from './requests.ts'
import { type SeededArtist, seedArtist } from './seed-artist.ts'

type MatrixResult = { cells: number; wrong: string[] }
type Cell = { id: OperationId; caller: CallerKind }

const ids = [...operationContracts.keys()]

/**
 * Every operation by every kind of caller in one deployment. A refused caller gets the rules' message and changes no
 * row; for an admitted one the work is done: claimant, administrator and key each on an artist of their own.
 */
export async function runMatrix(environment: TestEnvironment, deployment: Deployment): Promise<MatrixResult> {
  const service = await openInProcessService(environment, buildSettings(deployment))
  const [own, other] = [await seedArtist(environment, service), await seedArtist(environment, service)]
  await addIdleClaims(environment, own.artistId)
  const callers = await buildCallers(service, own, other)
  const cells = ids.flatMap((id) => callers.map((caller): Cell => ({ id, caller })))
  const decide = ({ id, caller }: Cell) => decideVerdict(getContract(id), caller, deployment)
  const [passing, refused] = [
    cells.filter((cell) => decide(cell) === 'passes'),
    cells.filter((cell) => decide(cell) !== 'passes'),
  ]

  const wrong: string[] = []
  const formatCell = ({ id, caller }: Cell) => `${id} by ${caller.name}, ${deployment.name}`
  const before = await computeFingerprint(environment.db, own.artistId)
  const ready = buildValidRequests(own)
  // Another session locks the artist's row: a caller who may not act must not even wait for it.
  await withArtistLocked(environment, own.artistId, async () => {
    for (const cell of refused) {
      const expected = decide(cell) as keyof typeof refusals
      const answer = await service.send(addCredentials(cell.id, ready, cell.caller))
      if (answer.status !== expected || !isDeepStrictEqual(answer.body, refusals[expected])) {
        wrong.push(`${formatCell(cell)}: ${describe(answer)} instead of ${expected}`)
      }
    }
  })
  if ((await computeFingerprint(environment.db, own.artistId)) !== before)
    wrong.push(`a refused call changed a row, ${deployment.name}`)
  for (const [caller, mine] of Map.groupBy(passing, ({ caller }) => caller)) {
    wrong.push(
      ...(
        await runAdmitted(
          environment,
          service,
          caller,
          mine.map(({ id }) => id),
          own,
        )
      ).map((words) => `${words}, ${deployment.name}`),
    )
  }
  return { cells: cells.length, wrong }
}

async function withArtistLocked({ db }: TestEnvironment, artistId: string, work: () => Promise<void>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx)
    await sql`set local transaction_timeout = 0`.execute(trx)
    await trx.selectFrom('artists').select('id').where('id', '=', artistId).forUpdate().execute()
    await work()
  })
}

/** An admitted caller uses every operation on an artist of its own; an open operation does not need one. */
async function runAdmitted(
  environment: TestEnvironment,
  service: InProcessService,
  caller: CallerKind,
  may: OperationId[],
  own: SeededArtist,
): Promise<string[]> {
  const private_ = may.some((id) => getContract(id).security.some((one) => 'accessToken' in one))
  const seeded = private_ ? await seedArtist(environment, service) : own
  const again = private_ ? (await buildCallers(service, seeded, own)).find(({ name }) => name === caller.name) : caller
  const ready = buildValidRequests(seeded)
  const wrong: string[] = []
  // In the order in which all of them succeed.
  for (const id of (Object.keys(ready) as OperationId[]).filter((id) => may.includes(id))) {
    const answer = await service.send(addCredentials(id, ready, again ?? caller))
    if (answer.status > 299) wrong.push(`${id} by ${caller.name}: ${describe(answer)} instead of a success`)
  }
  return wrong
}

const addCredentials = (id: OperationId, ready: ReturnType<typeof buildValidRequests>, { headers }: CallerKind) => {
  const sent = buildSentRequest(id, ready[id])
  return { ...sent, headers: { ...sent.headers, ...headers } }
}

const describe = ({ status, body }: ApiReply) => `${status} ${JSON.stringify(body).slice(0, 120)}`

/** Two requests that must be indistinguishable: one names something that exists, the other something that does not. */
type Pair = { words: string; there: SentRequest; absent: SentRequest }

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
