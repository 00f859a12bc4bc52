import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { buildApp } from '#src/app.ts'
import { signLocalToken } from '#src/auth/tokens.ts'
import { type Client, createArtistClient, createClient, ProblemError } from '#src/clients/typescript/index.ts'
import { hasSampleData } from '#src/config/sample-data.ts'
import { sampleIdentities } from '#src/config/sample-identities.ts'
import { type Config, loadConfig } from '#src/config.ts'
import { getOperation } from '#src/contract/document.ts'
import type { Body, OperationId } from '#src/contract/operation-types.ts'
import type { Database } from '#src/database/database.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { enqueueJob } from '#src/queue/enqueue.ts'
import { newLoreRefresh } from '#src/records/lore/versions.ts'
import { createReadinessCheck } from '../readiness.ts'

const { artistId, claimant } = sampleIdentities
const path = { id: artistId }

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

/** Runs a call whose new record gets an identifier of the examples. */
type WithId = <T>(id: string, call: () => Promise<T>) => Promise<T>

/**
 * In an unconfigured development environment: replays the contract's examples through the service (a sitting, a
 * boundary, research), so that the identifiers of the examples exist. Skipped when the artist has another sitting. One
 * that was interrupted is begun again: each of its operations may be repeated.
 * @throws Error when the service does not accept an example
 */
export async function replayExamples(config: Config, db: Database): Promise<void> {
  if (!hasSampleData(config)) return
  if (await isReplayed(db)) return
  let nextId: string | undefined
  const newId = () => {
    const id = nextId ?? uuidv7()
    nextId = undefined
    return id
  }
  const withId: WithId = (id, call) => {
    nextId = id
    return call().finally(() => {
      nextId = undefined
    })
  }
  // Its own settings: no rate limit, delay or injected fault of the developer's configuration, and no providers.
  const sampleConfig = loadConfig({ ...undisturbed, DATA_FOLDER: config.dataFolder })
  const { environment } = sampleConfig
  const app = await buildApp(sampleConfig, { db, newId, providers: {} }, createReadinessCheck(db))
  const token = await signLocalToken(sampleConfig, { subject: claimant, ttlSeconds: 600, environment })
  const client = createClient({ baseUrl: 'http://samples', token, fetch: createInjectingFetch(app) })
  try {
    await publishFirstLore(client, db)
    await holdSitting(client, withId)
    await runDue(client)
    await correctLastAnswer(client, withId)
    await runDue(client)
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    throw new Error(`${error.operationId} of the samples was refused: ${error.message}`, { cause: error })
  } finally {
    await app.close()
  }
}

/** Whether an earlier start came to the correction, which is the last; or the developer holds sittings. */
async function isReplayed(db: Kysely<DB>): Promise<boolean> {
  const others = db
    .selectFrom('interview_sessions')
    .select('id')
    .where('artist_id', '=', artistId)
    .where('id', '!=', findExampleId('finishInterviewSitting', 'sessionId'))
  const correction = db
    .selectFrom('corrections')
    .select('id')
    .where('artist_id', '=', artistId)
    .where('id', '=', findExampleId('retractCorrection', 'correctionId'))
  return (await others.unionAll(correction).execute()).length > 0
}

/**
 * Composes the Lore of the imported records and publishes it. It has the same revision on every machine, as none of it
 * was said today; what the sitting adds is a proposal beside it.
 */
async function publishFirstLore(client: Client, db: Kysely<DB>): Promise<void> {
  await enqueueJob(db, newLoreRefresh(artistId, uuidv7())).execute()
  await runDue(client)
  const { lore } = await client.call('readArtistLore', { path })
  if (lore === null) throw new Error('No Lore was composed of the samples')
  const { by, revision } = lore
  if (by !== 'artist') await client.call('publishLore', { path, body: { revision, publishedRevision: revision } })
}

/**
 * Two questions, an answer, a boundary on the open one, research for a question, and the finish with its Lore refresh.
 */
async function holdSitting(client: Client, withId: WithId): Promise<void> {
  const artist = createArtistClient(client, artistId)
  const sessionId = findExampleId('finishInterviewSitting', 'sessionId')
  const session = await withId(sessionId, () => artist.start({ requestId }))
  const offer = (name: string, id: string) => {
    const { ordinal, question, references } = getExample('offerInterviewQuestion', name)
    return withId(id, () => artist.offer({ session, ordinal, prepare: () => ({ question, references }) }))
  }
  const offered = await offer('citingASource', findExampleId('saveInterviewAnswer', 'answerId'))
  await artist.answer(offered, getExample('saveInterviewAnswer', 'answer').answer ?? '')
  const { questionKey } = await offer('citingAnAnswer', secondQuestion)
  const { wording, scope } = getExample('saveInterviewBoundary', 'untilRetracted')
  const drawn = { questionKey, wording, scope, requestId }
  await withId(findExampleId('retractInterviewBoundary', 'boundaryId'), () => artist.drawBoundary(drawn))
  const body = getExample('requestQuestionResearch', 'reporting')
  const jobId = findExampleId('readQuestionResearch', 'jobId')
  await withId(jobId, () => client.call('requestQuestionResearch', { path, body }))
  await runDue(client)
  await artist.finish(session)
}

/** Corrects the answer that the Lore quotes last, so that what is composed next does without it. */
async function correctLastAnswer(client: Client, withId: WithId): Promise<void> {
  const { lore } = await client.call('readArtistLore', { path })
  const quoted = lore?.citations.findLast(({ reference }) => reference.kind === 'answer')
  if (lore === null || quoted === undefined) throw new Error('The Lore of the samples quotes no answer')
  const { start, end } = quoted
  const body = { loreRevision: lore.revision, start, end, requestId: correctionRequestId, correction: null }
  const correctionId = findExampleId('retractCorrection', 'correctionId')
  await withId(correctionId, () => client.call('correctLore', { path, body }))
}

async function runDue(client: Client): Promise<void> {
  for (let slices = 0; slices < slicesMax; slices += 1) {
    const { ran } = await client.call('advanceResearch', { body: { artistId } })
    if (!ran) return
  }
}

const findExampleId = (id: OperationId, name: string): string =>
  String(getOperation(id).parameters.find((parameter) => parameter.name === name)?.example)

function getExample<Id extends OperationId>(id: Id, name: string): Body<Id> {
  const body = getOperation(id).body?.examples.get(name)
  if (body === undefined) throw new Error(`${id} has no example ${name}`)
  return body as Body<Id>
}

/** The client's `fetch`, into the service itself. */
const createInjectingFetch =
  (app: FastifyInstance): typeof fetch =>
  async (url, { method, headers, body } = {}) => {
    const { statusCode, ...answer } = await app.inject({
      method: method as 'GET',
      url: String(url),
      headers: headers as Record<string, string>,
      ...(typeof body === 'string' && { payload: body }),
    })
    const type = String(answer.headers['content-type'])
    return new Response(answer.payload, { status: statusCode, headers: { 'content-type': type } })
  }
