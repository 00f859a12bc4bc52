import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { transact } from '#src/database/transaction.ts'
import type { QueryEmbedder, SemanticCoverage } from '#src/evidence/search/semantic/search.ts'
import { enqueueJob } from '#src/queue/enqueue.ts'
import { tryCharge } from '../budget/daily-budget.ts'
import type { EmbeddingModel } from '../providers/embeddings.ts'
import { newEmbedding } from './purpose.ts'
import { isEmbeddingDue } from './queries.ts'

/**
 * A search answers without the vector after this; milliseconds. A model in the same network takes 20, a remote one 500.
 */
const queryDeadlineMs = 2_000

/**
 * The embedder of one request of an artist's search, which asks for the vector once, however often the search is
 * repeated. The request is counted before it is sent.
 */
export function createQueryEmbedder(
  db: Kysely<DB>,
  artistId: string,
  embeddings: EmbeddingModel,
  deadlineMs = queryDeadlineMs,
): QueryEmbedder {
  let pending: Promise<readonly number[] | undefined> | undefined
  const ask = async (query: string) => {
    if (!(await transact(db, (trx) => tryCharge(trx, artistId, 'query')))) return undefined
    const answer = await embeddings.embed({ texts: [query], deadlineMs }, new AbortController().signal)
    return 'failed' in answer ? undefined : answer.vectors[0]
  }
  return {
    model: embeddings.name,
    embed: (query) => {
      pending ??= ask(query)
      return pending
    },
  }
}

/** Queues the job for what a search has found to be without vectors, unless there is one or one has failed lately. */
export async function enqueueEmbeddingIfDue(
  db: Kysely<DB>,
  { artistId, newId, model }: { artistId: string; newId: () => string; model: string },
  reach: SemanticCoverage | undefined,
): Promise<void> {
  const dimensions = reach?.dimensions ?? null
  if (!(await isEmbeddingDue(db, artistId, { model, dimensions }))) return
  await enqueueJob(db, newEmbedding(artistId, newId(), dimensions === null ? {} : { dimensions })).execute()
}
