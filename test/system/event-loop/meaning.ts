import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { enqueueJob } from '#src/queue/enqueue.ts'
import { newEmbedding } from '#src/research/embed/queries.ts'
import type { TestEnvironment } from '../environment.ts'
import type { Actors } from '../service.ts'
import type { Measure } from './probe.ts'

/** The length of the vectors of small sentence models. */
const dimensions = 384

/** A model of embeddings whose vectors are all near each other, so that every window is a candidate; its settings. */
export async function startEmbeddingModel({ teardown }: Pick<TestEnvironment, 'teardown'>) {
  const server = createServer(async (request, response) => {
    const { input } = (await json(request)) as { input: string[] }
    const data = input.map((text, index) => ({ index, embedding: computeVector(text) }))
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ object: 'list', data, model: 'vectors' }))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { EMBEDDING_MODEL_BASE_URL: `http://127.0.0.1:${port}/v1`, EMBEDDING_MODEL_NAME: 'vectors' }
}

const computeVector = (text: string) => Array.from({ length: dimensions }, (_, at) => 1 + ((text.length * at) % 7) / 10)

/** Embeds all of the artist's evidence, and searches it by meaning. */
export async function searchByMeaning(
  { db, newId, call }: Actors & { newId: () => string },
  artistId: string,
  measure: Measure,
): Promise<void> {
  await enqueueJob(db, newEmbedding(artistId, newId())).execute()
  await measure('advanceResearch', 'vectors of all evidence', async () => {
    for (let ran = true; ran; )
      ran =
        (await call(null, 'POST', '/api/research/advance', { artistId, kinds: ['source_search'] })).body.ran === true
  })
  const { windows } = await db
    .selectFrom('search_vector_documents')
    .select(({ fn }) => fn.sum<string>('windows').as('windows'))
    .where('artist_id', '=', artistId)
    .executeTakeFirstOrThrow()
  if (Number(windows) === 0) throw new Error('Nothing was embedded')
  const path = `/api/artist/${artistId}/knowledge/search?query=the%20night%20of%20the%20organ&limit=10`
  await measure('searchArtistEvidence', `by meaning, ${windows} windows`, () => call('owner', 'GET', path))
  await measure('searchArtistEvidence', 'by meaning, eight at once', () =>
    Promise.all(Array.from({ length: 8 }, () => call('owner', 'GET', path))),
  )
}
