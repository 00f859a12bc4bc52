import { json } from 'node:stream/consumers'
import { enqueueJob } from '#src/queue/enqueue.ts'
import { newEmbedding } from '#src/research/embed/queries.ts'
import { startServer } from '../../support/local-server.ts'
import type { Loose } from '../../support/test-context.ts'
import type { TestEnvironment } from '../environment.ts'
import type { Actors } from '../service.ts'
import { buildSentence, type LargeArtist } from './artist.ts'
import type { Measure } from './probe.ts'

const searches = {
  'a word of every sentence': 'organ',
  'many common words': buildSentence(7),
  'a misspelt word': 'lihgthouse keeprs',
  'twenty-four words': `${buildSentence(1)} ${buildSentence(20)}`.slice(0, 500),
  'no spaces': '風琴の音は水の中'.repeat(10),
  'half of every word': Array.from({ length: 60 }, (_, at) => `w${at.toString(36)}x`).join(' '),
}

type Call = (method: 'GET' | 'POST', path: string, body?: unknown) => Promise<Loose>

/** The reads of the artist's texts, with the largest pages and the worst queries. */
export async function readKnowledge(
  call: Call,
  { artistId, large, before }: LargeArtist,
  measure: Measure,
): Promise<void> {
  const artist = `/api/artist/${artistId}`
  for (const [title, query] of Object.entries(searches)) {
    const path = `${artist}/knowledge/search?query=${encodeURIComponent(query)}&limit=10&maxChars=12000`
    await measure('searchArtistEvidence', title, () => call('GET', path))
  }
  // A search indexes some segments more: eight at once would wait longer for each other than they may.
  for (let isIndexed = false; !isIndexed; ) {
    const { coverage } = await call('GET', `${artist}/knowledge/search?query=organ`)
    isIndexed = coverage.searchedSources === coverage.readableSources
  }
  await measure('searchArtistEvidence', 'eight at once', () =>
    Promise.all(Array.from({ length: 8 }, () => call('GET', `${artist}/knowledge/search?query=organ%20bell&limit=10`))),
  )
  for (const [at, { id, text }] of large.entries()) {
    const source = `vault:${id}`
    const start = Math.floor(text.length / 2)
    await measure('readArtistSource', `text ${at + 1}`, () =>
      call('GET', `${artist}/knowledge/sources/${source}?start=${start}&maxChars=20000`),
    )
    await measure('readResearchEvidence', `text ${at + 1}`, () =>
      call('GET', `${artist}/research/evidence/${encodeURIComponent(source)}?start=${start}&maxChars=12000`),
    )
    const revision = before.get(source)
    const cited = `cited=${encodeURIComponent(source)}&revision=${revision}&start=${start}&end=${start + 1_600}`
    await measure('relocateReference', `text ${at + 1}`, () =>
      call('GET', `${artist}/research/references/relocate?${cited}`),
    )
  }
}

/** The length of the vectors of small sentence models. */
const dimensions = 384

/** A model of embeddings whose vectors are all near each other, so that every window is a candidate; its settings. */
export async function startEmbeddingModel(environment: Pick<TestEnvironment, 'teardown'>) {
  const { base } = await startServer(environment, async (request, response) => {
    const { input } = (await json(request)) as { input: string[] }
    const data = input.map((text, index) => ({ index, embedding: computeVector(text) }))
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ object: 'list', data, model: 'vectors' }))
  })
  return { EMBEDDING_MODEL_BASE_URL: `${base}/v1`, EMBEDDING_MODEL_NAME: 'vectors' }
}

const computeVector = (text: string) => Array.from({ length: dimensions }, (_, at) => 1 + ((text.length * at) % 7) / 10)

/** Embeds all of the artist's evidence, and searches it by meaning. */
export async function searchByMeaning(
  { db, newId, call }: Actors & { newId: () => string },
  artistId: string,
  measure: Measure,
): Promise<void> {
  await enqueueJob(db, newEmbedding(artistId, newId()))
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
