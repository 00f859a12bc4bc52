import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { buildApp } from '#src/app.ts'
import { signLocalToken } from '#src/auth/tokens.ts'
import { hasSampleData } from '#src/config/sample-data.ts'
import { sampleIdentities } from '#src/config/sample-identities.ts'
import { type Config, loadConfig } from '#src/config.ts'
import { type OperationId, operationContracts } from '#src/contract/document.ts'
import { listExampleBodies, listExampleParameters } from '#src/contract/examples.ts'
import type { ArtistLore, InterviewMemory, InterviewState, SavedQuestion } from '#src/contract/types.gen.ts'
import type { Database } from '#src/database/database.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { enqueueJob } from '#src/queue/enqueue.ts'
import { newLoreRefresh } from '#src/records/lore/versions.ts'
import { createReadinessCheck } from '../readiness.ts'

/** Not the one in the contract's example, which stays free for the developer's own first sitting. */
const requestId = '0b5d6f6e-53b1-4c37-9f0e-7a4c0d9e2b11'
const correctionRequestId = '5a0e2c74-9d1b-4f38-8c6e-1b7a3d5f9e02'
const secondQuestion = '0198f3b5-0d77-7e21-9a4c-e3b6f1c28d03'
const slicesMax = 50

const undisturbed = {
  LOG_LEVEL: 'silent',
  RATE_CALLER_PER_MINUTE: '1000000',
  RATE_COSTLY_PER_MINUTE: '1000000',
  RATE_ANONYMOUS_PER_MINUTE: '1000000',
  EVENT_LOOP_DELAY_MS_MAX: '60000',
}

type Call = <T>(id: OperationId, path?: Record<string, string>, body?: unknown, newId?: string) => Promise<T>

/**
 * In an unconfigured development environment: replays the contract's examples through the service (a sitting, a
 * boundary, research), so that the identifiers of the examples exist. Skipped when the artist has another sitting. One
 * that was interrupted is begun again: each of its operations may be repeated.
 * @throws Error when the service does not accept an example
 */
export async function replayExamples(config: Config, db: Database): Promise<void> {
  if (!hasSampleData(config)) return
  if (await isReplayed(db)) return
  let fields: string | undefined
  const newId = () => {
    const id = fields ?? uuidv7()
    fields = undefined
    return id
  }
  // Its own settings: no rate limit, delay or injected fault of the developer's configuration, and no providers.
  const sampleConfig = loadConfig({ ...undisturbed, DATA_FOLDER: config.dataFolder })
  const app = await buildApp(sampleConfig, { db, newId, providers: {} }, createReadinessCheck(db))
  const token = await signLocalToken(sampleConfig, {
    subject: sampleIdentities.claimant,
    ttlSeconds: 600,
    environment: sampleConfig.environment,
  })
  const call: Call = (id, path, body, made) => {
    fields = made
    return send(app, token, id, path, body)
  }
  try {
    await holdSitting(call, db)
    await runDue(call)
    await correctLastAnswer(call)
    await runDue(call)
  } finally {
    await app.close()
  }
}

/** Whether an earlier start came to the correction, which is the last; or the developer holds sittings. */
async function isReplayed(db: Kysely<DB>): Promise<boolean> {
  const others = db
    .selectFrom('interview_sessions')
    .select('id')
    .where('artist_id', '=', sampleIdentities.artistId)
    .where('id', '!=', findExampleId('finishInterviewSitting', 'sessionId'))
  const correction = db
    .selectFrom('corrections')
    .select('id')
    .where('artist_id', '=', sampleIdentities.artistId)
    .where('id', '=', findExampleId('retractCorrection', 'correctionId'))
  return (await others.unionAll(correction).execute()).length > 0
}

/**
 * Two questions, an answer, a boundary on the open one, research for a question, and the finish with its Lore refresh.
 */
async function holdSitting(call: Call, db: Kysely<DB>) {
  const sessionId = findExampleId('finishInterviewSitting', 'sessionId')
  const answerId = findExampleId('saveInterviewAnswer', 'answerId')
  await publishFirstLore(call, db)
  const { session } = await call<InterviewState>('startInterviewSitting', {}, { requestId }, sessionId)
  if (session === null) throw new Error('No sitting was started')
  const offer = async (name: string, id: string) => {
    const memory = await call<InterviewMemory>('readInterviewMemory', { sitting: String(session.sitting) })
    const body = { ...getExample('offerInterviewQuestion', name), memorySnapshotId: memory.snapshotId }
    return (await call<SavedQuestion>('offerInterviewQuestion', { sessionId }, body, id)).question
  }
  const offered = await offer('citingASource', answerId)
  const answer = { ...getExample('saveInterviewAnswer', 'answer'), expectedRevision: offered.revision }
  await call('saveInterviewAnswer', { answerId }, answer)
  const { questionKey } = await offer('citingAnAnswer', secondQuestion)
  const boundary = { ...getExample('saveInterviewBoundary', 'untilRetracted'), requestId, questionKey }
  await call('saveInterviewBoundary', {}, boundary, findExampleId('retractInterviewBoundary', 'boundaryId'))
  const question = getExample('requestQuestionResearch', 'reporting')
  await call('requestQuestionResearch', {}, question, findExampleId('readQuestionResearch', 'jobId'))
  await runDue(call)
  await call('finishInterviewSitting', { sessionId }, {})
}

/**
 * Composes the Lore of the imported records and publishes it. It has the same revision on every machine, as none of it
 * was said today; what the sitting adds is a proposal beside it.
 */
async function publishFirstLore(call: Call, db: Kysely<DB>) {
  await enqueueJob(db, newLoreRefresh(sampleIdentities.artistId, uuidv7())).execute()
  await runDue(call)
  const { lore } = await call<ArtistLore>('readArtistLore')
  if (lore === null) throw new Error('No Lore was composed of the samples')
  if (lore.by !== 'artist') await call('publishLore', {}, { revision: lore.revision, publishedRevision: lore.revision })
}

/** Corrects the answer that the Lore quotes last, so that what is composed next does without it. */
async function correctLastAnswer(call: Call) {
  const { lore } = await call<ArtistLore>('readArtistLore')
  const first = lore?.citations.findLast(({ reference }) => reference.kind === 'answer')
  if (lore === null || first === undefined) throw new Error('The Lore of the samples quotes no answer')
  const window = { loreRevision: lore.revision, start: first.start, end: first.end }
  const body = { ...window, requestId: correctionRequestId, correction: null }
  await call('correctLore', {}, body, findExampleId('retractCorrection', 'correctionId'))
}

async function runDue(call: Call) {
  for (let slices = 0; slices < slicesMax; slices += 1) {
    const { ran } = await call<{ ran: boolean }>('advanceResearch', {}, { artistId: sampleIdentities.artistId })
    if (!ran) return
  }
}

function findExampleId(id: OperationId, name: string): string {
  return String(listExampleParameters(id).find((parameter) => parameter.name === name)?.value)
}

function getExample(id: OperationId, name: string): object {
  const body = listExampleBodies(id).get(name)
  if (typeof body !== 'object' || body === null) throw new Error(`${id} has no example ${name}`)
  return body
}

async function send<T>(
  app: FastifyInstance,
  token: string,
  id: OperationId,
  fields: Record<string, string> = {},
  body?: unknown,
): Promise<T> {
  const operation = operationContracts.get(id)
  if (operation === undefined) throw new Error(`The contract has no operation ${id}`)
  const values: Record<string, string> = { id: sampleIdentities.artistId, ...fields }
  const url = operation.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => values[name] ?? '')
  const query = operation.parameters.filter(({ in: location, name }) => location === 'query' && name in values)
  const response = await app.inject({
    method: operation.method as 'GET',
    url,
    query: Object.fromEntries(query.map(({ name }) => [name, values[name] ?? ''])),
    headers: { authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { payload: body as object }),
  })
  if (response.statusCode >= 300)
    throw new Error(`${id} of the samples answered ${response.statusCode} ${response.payload}`)
  return response.json()
}
