import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { type OperationId, operationContracts } from '#src/contract/document.ts'
import type { ApiReply } from '../../support/test-context.ts'
import type { TestEnvironment } from '../environment.ts'
import { addIdleClaims, buildCallers, buildSettings, type CallerKind, type Deployment } from './callers.ts'
import { type InProcessService, openInProcessService } from './in-process-service.ts'
import { buildSentRequest, getContract } from './request.ts'
import { computeFingerprint } from './rows.ts'
import { decideVerdict, refusals } from './rules.ts'
import { type SeededArtist, seedArtist } from './seed-artist.ts'
import { buildValidRequests } from './valid-requests.ts'

export type MatrixResult = { cells: number; wrong: string[] }
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
