import { v7 as uuidv7 } from 'uuid'
import { setClaim } from '#src/admin/claims.ts'
import { saveUser } from '#src/admin/users.ts'
import { signLocalToken } from '#src/auth/tokens.ts'
import { addPage } from '../../support/sources.ts'
import type { ApiReply, Loose, Method } from '../../support/test-context.ts'
import type { TestEnvironment } from '../environment.ts'
import { importLegacyOffer, importSeedRecords } from './import-records.ts'
import type { RequestSender } from './in-process-service.ts'

export type SeededArtist = Awaited<ReturnType<typeof seedArtist>>
export type BlankArtist = Awaited<ReturnType<typeof seedBlankArtist>>

export const signBearer = async (
  { config }: Pick<RequestSender, 'config'>,
  subject: string,
  changed: { ttlSeconds?: number; environment?: string } = {},
) =>
  `Bearer ${await signLocalToken(config, { subject, ttlSeconds: 3_600, environment: config.environment, ...changed })}`

/**
 * An artist without records, with an approved claimant of its own. `mark` is a word that will be in each of the
 * artist's texts and in no other; `does` calls as the claimant, and throws unless the answer is a success.
 */
export async function seedBlankArtist(environment: TestEnvironment, service: RequestSender) {
  const artistId = await environment.createArtist()
  const mark = `mark${artistId.slice(-12)}`
  const claimant = `claimant-${artistId}`
  await saveUser(environment.db, { subject: claimant, admin: null })
  await setClaim(environment.db, { artistId, subject: claimant, state: 'approved' })
  // The list of the claimant's artists has a second page, too.
  await setClaim(environment.db, { artistId: await environment.createArtist(), subject: claimant, state: 'approved' })
  const authorization = await signBearer(service, claimant)
  async function does(method: Method, path: string, body?: unknown): Promise<Loose> {
    const answer: ApiReply = await service.send({ method, url: path, headers: { authorization }, body })
    if (answer.status > 299)
      throw new Error(`${method} ${path} was answered with ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  return { artistId, claimant, mark, does }
}

/**
 * Builds an artist's records through the operations, so that each operation has something to do next: evidence in every
 * state, a finished and an active sitting, an open legacy offer, active boundaries, candidates to review, an answer
 * with two wordings, and jobs in every state.
 */
export async function seedArtist(environment: TestEnvironment, service: RequestSender) {
  const blank = await seedBlankArtist(environment, service)
  const { artistId, mark, does } = blank
  const records = await importSeedRecords(environment, blank)
  const base = `/api/artist/${artistId}`
  const interview = `${base}/interview`
  const vault = {
    kind: 'original',
    sourceId: `vault:${records.vault}`,
    start: 0,
    end: records.text.length,
    quote: records.text,
  }
  const { version: _version, ...opened } = await does('GET', `${base}/knowledge/sources/${vault.sourceId}`)
  const cited = { ...vault, revision: opened.passage.revision }

  async function offerQuestion(session: Loose, ordinal: number, references: unknown[]) {
    const { snapshotId } = await does('GET', `${interview}/memory?sitting=${session.sitting}`)
    const body = { ordinal, memorySnapshotId: snapshotId, question: `What is behind ${mark} ${ordinal}?`, references }
    return (await does('POST', `${interview}/session/${session.id}/offer`, body)).question
  }
  const saveAnswer = async ({ id, revision }: Loose, answer: string | null) =>
    (await does('POST', `${interview}/answers/${id}`, { expectedRevision: revision, answer })).question
  const saveBoundary = (questionKey: string) =>
    does('POST', `${interview}/boundaries`, {
      requestId: uuidv7(),
      questionKey,
      wording: `Not a word about ${mark}.`,
      scope: 'until_retracted',
    })

  const { session } = await does('POST', `${interview}/session`, { requestId: uuidv7() })
  const first = await saveAnswer(await offerQuestion(session, 1, [cited]), `The ${mark} came first.`)
  const wording = {
    expectedRevision: first.revision,
    answer: `The ${mark} came second.`,
    note: mark,
  }
  const { response } = await does('PATCH', `${interview}/responses/${first.id}`, wording)
  await saveAnswer(await offerQuestion(session, 2, [cited]), null)
  await does('POST', `${interview}/session/${session.id}/finish`, {})

  const request = uuidv7()
  const { session: held } = await does('POST', `${interview}/session`, { requestId: request })
  const own = {
    kind: 'answer',
    entryId: first.id,
    revision: response.revision,
    start: 0,
    end: 20,
    quote: response.answer.slice(0, 20),
  }
  const offer = await offerQuestion(held, 1, [cited, own])
  await saveAnswer(offer, `Again the ${mark}. ${'It rained. '.repeat(120)}`)
  const open = await importLegacyOffer(environment, blank)
  for (let n = 0; n < 5; n += 1) await saveBoundary(offer.questionKey)
  const { boundary } = await saveBoundary(offer.questionKey)
  const job = await runResearch(blank, base)
  await correctLore(blank, base)
  const { legacyOffers } = await does('GET', `${interview}/session`)
  const { candidates } = await does('GET', `${base}/research/discoveries`)
  const { snapshotId } = await does('GET', `${interview}/memory?sitting=${held.sitting}`)
  const textless = await addPage({ db: environment.db, artistId }, 'https://textless.example/page')
  const { lore } = await does('GET', `${base}/knowledge/lore`)
  const { corrections } = await does('GET', `${base}/knowledge/corrections`)
  const { vault: vaultId, unreviewed } = records
  return {
    ...blank,
    ids: {
      session: held.id,
      request,
      open,
      answered: first.id,
      boundary: boundary.id,
      candidate: candidates[0].id,
      job,
      vault: vaultId,
      textless,
      unreviewed,
      correction: corrections[0].id,
    },
    revisions: {
      open: legacyOffers[0].revision,
      answered: response.revision,
      boundary: boundary.revision,
      candidate: candidates[0].revision,
      vault: cited.revision,
      memory: snapshotId,
      lore: lore.revision,
      correction: corrections[0].revision,
    },
    questionKey: offer.questionKey,
    quote: records.text,
  }
}

/** A second version of the Lore, without the last passage of the first. */
async function correctLore({ artistId, does }: BlankArtist, base: string): Promise<void> {
  const { lore } = await does('GET', `${base}/knowledge/lore`)
  const window = { start: lore.text.indexOf('Mara Quill released'), end: lore.citations.at(-1).end }
  const offer = { requestId: uuidv7(), loreRevision: lore.revision, ...window, correction: null }
  await does('POST', `${base}/knowledge/corrections`, offer)
  await runJobs({ artistId, does })
}

/** A researched question, and every job of the artist run to its end. */
async function runResearch({ artistId, mark, does }: BlankArtist, base: string): Promise<string> {
  const body = { topic: `the ${mark} of the harbour`, evidenceNeed: 'reporting' }
  const { jobId } = await does('POST', `${base}/research/questions`, body)
  await runJobs({ artistId, does })
  return jobId
}

async function runJobs({ artistId, does }: Pick<BlankArtist, 'artistId' | 'does'>): Promise<void> {
  for (let slices = 0; slices < 60; slices += 1) {
    const { ran } = await does('POST', '/api/research/advance', { artistId })
    if (!ran) return
  }
  throw new Error('The jobs of the artist do not end')
}
