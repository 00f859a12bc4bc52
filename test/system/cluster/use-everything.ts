import { v7 as uuidv7 } from 'uuid'
import { loadConfig } from '#src/config.ts'
import type { OperationId } from '#src/contract/document.ts'
import type { EmbeddingModel } from '#src/research/providers/embeddings.ts'
import { chooseProviders, type Providers } from '#src/research/providers/index.ts'
import { removeUnseen, saveReleases } from '#src/research/releases/refresh.ts'
import { savePosts } from '#src/research/social/posts.ts'
import { createOnboardingClient } from '../../onboarding/conversation.ts'
import { embedByWordList } from '../../search/word-list-model.ts'
import { researchKey } from '../../support/settings.ts'
import type { Method } from '../../support/test-context.ts'
import { addUsers, buildCallers, buildSettings, deployments } from '../access/callers.ts'
import { openInProcessService } from '../access/in-process-service.ts'
import { buildSentRequest, buildValidRequests } from '../access/requests.ts'
import { seedArtist, seedBlankArtist, signBearer } from '../access/seed-artist.ts'
import type { TestEnvironment } from '../environment.ts'

const slicesMax = 60

const wordList: EmbeddingModel = {
  name: 'words',
  embed: async (texts) => ({ vectors: texts.map(embedByWordList) }),
}

/**
 * Uses all of the service: every operation as a user and, where it is admitted, with the key; an onboarding from its
 * beginning to its end; and slices of whatever was queued, with the sample providers. Returns the number of requests.
 */
export async function useEverything(
  environment: TestEnvironment,
  db: TestEnvironment['db'],
  env: Record<string, string>,
): Promise<number> {
  await addUsers(environment)
  const deployment = deployments[0] as (typeof deployments)[0]
  const settings = { ...buildSettings(deployment), ...env }
  const providers: Providers = { ...chooseProviders(loadConfig({})), embeddings: wordList }
  const service = await openInProcessService({ ...environment, db }, settings, providers)
  const [seeded, other] = [await seedArtist(environment, service), await seedBlankArtist(environment, service)]
  const ready = buildValidRequests(seeded)
  const authorization = await signBearer(service, seeded.claimant)
  // First, for the queries of metrics go on after the scrape has timed out.
  for (const path of ['/ready', '/metrics']) await service.app.inject(path)
  const scheduler = (await buildCallers(service, seeded, other)).find(({ bearer }) => bearer === 'the scheduler secret')
  for (const id of Object.keys(ready) as OperationId[]) {
    const sent = buildSentRequest(id, ready[id])
    const headers = id === 'runResearchScheduler' ? { ...scheduler?.headers } : { authorization }
    await service.send({ ...sent, headers: { ...sent.headers, ...headers } })
    // The first call only finds its position for removing ended jobs.
    if (id === 'runResearchScheduler') await service.send({ ...sent, headers: { ...sent.headers, ...headers } })
    await service.send({ ...sent, headers: { ...sent.headers, 'x-service-research-key': researchKey } })
  }
  await onboard(service, other)
  await other.does('POST', `/api/artist/${other.artistId}/research/refresh`, {})
  for (let slice = 0; slice < slicesMax; slice += 1) {
    const { body } = await service.send({ method: 'POST', url: '/api/research/advance', body: {} })
    if (body.ran !== true) break
  }
  // By now the texts have vectors, and a search compares them.
  await service.send({
    ...buildSentRequest('searchArtistEvidence', ready.searchArtistEvidence),
    headers: { authorization },
  })
  await other.does('GET', `/api/artist/${other.artistId}/research/status`)
  await service.app.inject(`/artists/${other.artistId}`)
  await saveFindings(db, seeded.artistId)
  return service.count()
}

/** What jobs save that have found something outside; the sample providers of posts and catalogues find nothing. */
async function saveFindings(db: TestEnvironment['db'], artistId: string): Promise<void> {
  const post = {
    platform: 'instagram',
    postId: 'a',
    publishedAt: null,
    caption: 'A caption',
    captionTruncated: false,
  } as const
  const release = { releaseId: 'a', title: 'A record', type: null, releasedOn: '2024' }
  const url = 'https://example.org/a'
  await db.transaction().execute(async (trx) => {
    await savePosts(trx, { artist_id: artistId, provider: 'sample', newId: uuidv7 }, [{ ...post, url, tracks: [] }])
    await saveReleases(trx, { artistId, now: new Date() }, 'sample', [{ ...release, url }])
    await removeUnseen(trx, artistId, 'sample', new Date().toISOString())
  })
}

type Service = Awaited<ReturnType<typeof openInProcessService>>

async function onboard(
  service: Service,
  { artistId, claimant }: { artistId: string; claimant: string },
): Promise<void> {
  const authorization = await signBearer(service, claimant)
  const call = (_subject: string | null, method: Method, url: string, body?: unknown) =>
    service.send({ method, url, headers: { authorization }, body })
  const { take, reach } = createOnboardingClient({ call, artistId }, claimant)
  await take({ type: 'open' })
  await reach('publish')
  await take({ type: 'about_choice', mode: 'self', doc: 'I play the pump organ.', sources: [] })
  await take({ type: 'publish', doc: 'I play the pump organ.', about: '', sources: [], expectedBio: null })
}
