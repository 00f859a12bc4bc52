import { isDeepStrictEqual } from 'node:util'
import type { OperationId } from '#src/contract/document.ts'
import { researchKey } from '../../support/settings.ts'
import type { ApiReply } from '../../support/test-context.ts'
import type { TestEnvironment } from '../environment.ts'
import {
  buildGrafts,
  computeFingerprint,
  declaredIdentityFields,
  getValue,
  type IdentityField,
  listIdentityFields,
  readCursors,
  replaceIdentities,
  replaceIdentity,
} from './identities.ts'
import type { InProcessService } from './in-process-service.ts'
import { buildSentRequest, buildValidRequests, getContract, listTurns, type ValidRequest } from './requests.ts'
import { type SeededArtist, seedArtist, seedBlankArtist, signBearer } from './seed-artist.ts'

export type CrossTenantResult = { fields: number; requests: number; wrong: string[] }

/** The callers: an operation is called by every kind that it admits. */
type Caller = { name: string; headers: Record<string, string>; scheme: 'accessToken' | 'researchKey' }
/** `own` is the callers' artist, and `other` whose identities they send. */
export type Artists = { own: SeededArtist; other: SeededArtist }
type Trial = Artists & {
  environment: TestEnvironment
  service: InProcessService
  callers: Caller[]
  result: CrossTenantResult
}

/**
 * Anything of another artist, named under one's own path, gets the response of something missing: the same status,
 * headers and message for every caller, without content or change of the other artist. The fields come from the
 * contract, the identities from the same request of the other artist.
 */
export async function tryForeignIdentities(
  environment: TestEnvironment,
  service: InProcessService,
  { own, other }: Artists,
): Promise<CrossTenantResult> {
  const bearer = async (subject: string) => ({ authorization: await signBearer(service, subject) })
  const callers: Caller[] = [
    { name: 'the claimant', headers: await bearer(own.claimant), scheme: 'accessToken' },
    { name: 'an administrator', headers: await bearer('administrator'), scheme: 'accessToken' },
    { name: 'the key', headers: { 'x-service-research-key': researchKey }, scheme: 'researchKey' },
  ]
  const result: CrossTenantResult = { fields: 0, requests: 0, wrong: [] }
  const trial: Trial = { environment, service, own, other, callers, result }
  const cursors = await readCursors(service, other)
  await checkOwnCursors(trial)
  const before = await computeFingerprint(environment.db, other.artistId)
  const seen = new Set<string>()
  async function compare(id: OperationId, ready: ValidRequest, theirs: ValidRequest) {
    for (const field of listIdentityFields(id, ready)) {
      const foreign = field.name === 'query.cursor' ? cursors.get(id) : getValue(theirs, field)
      if (foreign === undefined) continue
      seen.add(`${id} ${field.name}`)
      result.fields += 1
      if (isChosenByCaller(field)) await compareChosenIdentity(trial, ready, field, foreign)
      else await compareField(trial, ready, field, foreign)
    }
  }
  const theirs = listRequests(other)
  for (const [at, [id, ready]] of listRequests(own).entries()) {
    const same = theirs[at]?.[1] ?? {}
    await compare(id, ready, same)
    for (const graft of buildGrafts(ready, same)) await compareGraft(trial, id, ready, graft)
  }
  for await (const { ready, theirs } of listTurns(own, other)) await compare('takeOnboardingTurn', ready, theirs)
  const missed = declaredIdentityFields.filter(({ id, name }) => !seen.has(`${id} ${name}`))
  for (const { id, name } of missed) result.wrong.push(`${id} ${name}: no request of the seeded artists names it`)
  if ((await computeFingerprint(environment.db, other.artistId)) !== before)
    result.wrong.push('a row of the other artist was changed')
  return result
}

const listRequests = (seeded: SeededArtist) =>
  Object.entries(buildValidRequests(seeded)) as [OperationId, ValidRequest][]

async function compareField(trial: Trial, ready: ValidRequest, field: IdentityField, foreign: string) {
  const absent = field.name === 'query.cursor' ? 'e30.nobodys_cursor_x' : replaceIdentities(foreign)
  const [named, unnamed] = [replaceIdentity(ready, field, foreign), replaceIdentity(ready, field, absent)]
  await compareAnswers(trial, field.id, named, unnamed, field.name)
}

async function compareGraft(trial: Trial, id: OperationId, ready: ValidRequest, graft: ValidRequest) {
  const absent = JSON.parse(replaceIdentities(JSON.stringify(graft), JSON.stringify(ready)))
  await compareAnswers(trial, id, graft, absent, `with ${JSON.stringify(graft).slice(0, 100)}… of another artist`)
}

/** Requests for something of another artist and for something missing, by every caller that the operation admits. */
async function compareAnswers(trial: Trial, id: OperationId, there: ValidRequest, absent: ValidRequest, title: string) {
  const { service, other, callers, result } = trial
  for (const { name, headers } of callers.filter(({ scheme }) => admits(id, scheme))) {
    const ask = async (ready: ValidRequest) => {
      const sent = buildSentRequest(id, ready)
      return maskIdentities(
        await service.send({ ...sent, headers: { ...sent.headers, ...headers } }),
        findIdentities(ready),
      )
    }
    result.requests += 1
    const [one, two] = [await ask(there), await ask(absent)]
    const words = `${id} ${title} by ${name}`
    if (!isDeepStrictEqual(one, two))
      result.wrong.push(`${words}: ${describe(one)} and for something missing ${describe(two)}`)
    if (!isRefused(two)) result.wrong.push(`${words}: something missing was accepted, ${describe(two)}`)
    if (JSON.stringify(one).includes(other.mark)) result.wrong.push(`${words}: contains content of the other artist`)
  }
}

const findIdentities = (ready: ValidRequest): string[] =>
  JSON.stringify(ready).match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{64}/g) ?? []

/**
 * An id that the caller chooses is accepted although another artist uses it: the response is that of a new id, in equal
 * artists.
 */
async function compareChosenIdentity(
  { environment, service, result }: Trial,
  ready: ValidRequest,
  field: IdentityField,
  foreign: string,
) {
  for (const seed of [seedArtist, seedBlankArtist]) {
    const answers: ApiReply[] = []
    for (const chosen of [foreign, replaceIdentities(foreign)]) {
      const seeded = await seed(environment, service)
      const mine =
        'ids' in seeded
          ? buildValidRequests(seeded as SeededArtist)[field.id]
          : { ...ready, path: { id: seeded.artistId } }
      const sent = buildSentRequest(field.id, replaceIdentity(mine, field, chosen))
      const authorization = await signBearer(service, seeded.claimant)
      answers.push(
        maskIdentities(await service.send({ ...sent, headers: { authorization } }), [chosen, seeded.mark], true),
      )
    }
    result.requests += 1
    const [there, absent] = answers as [ApiReply, ApiReply]
    if (!isDeepStrictEqual(there, absent))
      result.wrong.push(`${field.id} ${field.name}: ${describe(there)} and a new one ${describe(absent)}`)
  }
}

const isChosenByCaller = ({ name }: IdentityField) => name === 'body.requestId'

/** The responses of the own cursors; were they refused too, the refusal of the others would show nothing. */
async function checkOwnCursors({ service, own, result }: Trial): Promise<void> {
  const authorization = await signBearer(service, own.claimant)
  for (const [id, cursor] of await readCursors(service, own)) {
    const ready = buildValidRequests(own)[id]
    const { status } = await service.send({
      ...buildSentRequest(id, { ...ready, query: { ...ready.query, cursor } }),
      headers: { authorization },
    })
    if (status !== 200) result.wrong.push(`${id}: the own cursor was answered with ${status}`)
  }
}

const admits = (id: OperationId, scheme: string) => getContract(id).security.some((one) => scheme in one)

const isRefused = ({ status, body }: ApiReply) =>
  status >= 400 || (Array.isArray(body) && body.some(({ kind }: { kind: string }) => kind === 'error'))

/** The response without the requested identity; of a success, also without what every new record has of its own. */
function maskIdentities({ status, headers, body }: ApiReply, values: string[], isNew = false): ApiReply {
  const { date: _date, 'content-length': _length, 'x-request-id': _requestId, ...stable } = headers
  let text = JSON.stringify({ status, headers: stable, body })
  for (const value of values) text = text.replaceAll(value, '<given>')
  if (isNew) {
    text = text
      .replaceAll(/[0-9a-f]{64}/g, '<revision>')
      .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<instant>')
  }
  return JSON.parse(text)
}

const describe = ({ status, body }: ApiReply) => `${status} ${JSON.stringify(body).slice(0, 140)}`
