import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { type OperationId, operationContracts } from '#src/contract/document.ts'
import type { ApiReply } from '../../support/test-context.ts'
import type { TestEnvironment } from '../environment.ts'
import { buildCallers, buildSettings, type CallerKind, type Deployment, decideVerdict, refusals } from './callers.ts'
import type { Artists } from './cross-tenant.ts'
import { computeFingerprint } from './identities.ts'
import { type InProcessService, openInProcessService } from './in-process-service.ts'
import { buildSentRequest, buildValidRequests, getContract } from './requests.ts'
import { type SeededArtist, seedArtist } from './seed-artist.ts'

type MatrixResult = { cells: number; wrong: string[] }
type Cell = { id: OperationId; caller: CallerKind }

const ids = [...operationContracts.keys()]

/**
 * Every operation by every kind of caller in one deployment. A refused caller gets the rules' message, which is that of
 * an artist that does not exist, and changes no row; for claimant, administrator and key the work is done.
 */
export async function runMatrix(
  environment: TestEnvironment,
  deployment: Deployment,
  { own, other }: Artists,
): Promise<MatrixResult> {
  const service = await openInProcessService(environment, buildSettings(deployment))
  const callers = await buildCallers(service, own, other)
  const cells = ids.flatMap((id) => callers.map((caller): Cell => ({ id, caller })))
  const decide = ({ id, caller }: Cell) => decideVerdict(getContract(id), caller, deployment)
  const [passing, refused] = [
    cells.filter((cell) => decide(cell) === 'passes'),
    cells.filter((cell) => decide(cell) !== 'passes'),
  ]

  const wrong: string[] = []
  const before = await computeFingerprint(environment.db, own.artistId)
  const ready = buildValidRequests(own)
  const absent = buildValidRequests({ ...own, artistId: uuidv7() })
  // Another session locks the artist's row: a caller who may not act must not even wait for it.
  await withArtistLocked(environment, own.artistId, async () => {
    for (const cell of refused) {
      const { id, caller } = cell
      const expected = decide(cell) as keyof typeof refusals
      const answer = await service.send(addCredentials(id, ready, caller))
      if (answer.status !== expected || !isDeepStrictEqual(answer.body, refusals[expected]))
        wrong.push(`${id} by ${caller.name}: ${describe(answer)} instead of ${expected}`)
      const ofAbsent = await service.send(addCredentials(id, absent, caller))
      if (!isDeepStrictEqual(removeChanging(answer), removeChanging(ofAbsent)))
        wrong.push(`${id} by ${caller.name}: of an artist that does not exist ${describe(ofAbsent)}`)
    }
  })
  if ((await computeFingerprint(environment.db, own.artistId)) !== before) wrong.push('a refused call changed a row')
  const mixed = await seedArtist(environment, service)
  for (const [caller, mine] of Map.groupBy(passing, ({ caller }) => caller)) {
    const isOfOne = ofOneCredential.has(caller.name)
    const seeded = isOfOne ? await seedArtist(environment, service) : mixed
    const admitted = (await buildCallers(service, seeded, own)).find(({ name }) => name === caller.name) ?? caller
    const may = mine.map(({ id }) => id)
    wrong.push(...(await runAdmitted(service, admitted, may, seeded, isOfOne)))
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

/** Callers of one credential, who use every operation on an artist of their own. */
const ofOneCredential = new Set(['the claimant', 'an administrator', 'the research key'])

/**
 * An admitted caller uses every operation that it may, in the order in which all of them succeed. On an artist who has
 * been worked on, an operation may have nothing left to do.
 */
async function runAdmitted(
  service: InProcessService,
  caller: CallerKind,
  may: OperationId[],
  seeded: SeededArtist,
  mustSucceed: boolean,
): Promise<string[]> {
  const ready = buildValidRequests(seeded)
  const wrong: string[] = []
  for (const id of (Object.keys(ready) as OperationId[]).filter((id) => may.includes(id))) {
    const answer = await service.send(addCredentials(id, ready, caller))
    const isAdmitted = mustSucceed ? answer.status <= 299 : !(answer.status in refusals)
    if (!isAdmitted) wrong.push(`${id} by ${caller.name}: ${describe(answer)} instead of a success`)
  }
  return wrong
}

const addCredentials = (id: OperationId, ready: ReturnType<typeof buildValidRequests>, { headers }: CallerKind) => {
  const sent = buildSentRequest(id, ready[id])
  return { ...sent, headers: { ...sent.headers, ...headers } }
}

const describe = ({ status, body }: ApiReply) => `${status} ${JSON.stringify(body).slice(0, 120)}`

/** The whole response except for the clock and the request's id: status, headers in their order, and body. */
function removeChanging({ status, headers: { date: _date, 'x-request-id': _requestId, ...headers }, body }: ApiReply) {
  return { status, headers: Object.entries(headers), body }
}
