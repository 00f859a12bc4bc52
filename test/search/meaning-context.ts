import type { Test } from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { enqueueJob } from '#src/queue/enqueue.ts'
import { newEmbedding } from '#src/research/embed/queries.ts'
import { createEmbeddingModel } from '#src/research/providers/embeddings.ts'
import type { Providers } from '#src/research/providers/index.ts'
import { type Reply, replyWithVectors, startModelServer } from '../providers/model-server.ts'
import { advanceUntilIdle } from '../research/slices.ts'
import { createSearchContext } from './evidence.ts'
import { embedByWordList } from './word-list-model.ts'

/** A test context whose search asks a model at a server of its own; `switchTo` configures another name. */
export async function createMeaningContext(t: Test, reply: Reply = replyWithVectors(embedByWordList)) {
  const server = await startModelServer(t, reply)
  const model = (name: string) => createEmbeddingModel({ url: server.base, name, key: 'sk-a-secret-key' })
  const providers: Providers = { embeddings: model('vectors-1') }
  const context = await createSearchContext(t, providers)
  const { db, artistId } = context
  const jobs = () =>
    db
      .selectFrom('artist_research_jobs')
      .select(['id', 'state', 'error_category'])
      .where('purpose', '=', 'embed')
      .execute()
  return {
    ...context,
    server,
    jobs,
    switchTo: (name: string) => {
      providers.embeddings = model(name)
    },
    /** Queues the job as a new text does, and runs slices until none is due. */
    embedAll: async () => {
      await enqueueJob(db, newEmbedding(artistId, uuidv7()))
      return await advanceUntilIdle(context)
    },
    documents: () =>
      db
        .selectFrom('search_vector_documents')
        .select(['model', 'dimensions', 'source_id', 'windows', 'complete'])
        .orderBy('model')
        .orderBy('source_id')
        .execute(),
  }
}
