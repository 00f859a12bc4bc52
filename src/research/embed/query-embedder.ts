import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { transact } from '#src/database/transaction.ts'
import type { QueryEmbedder } from '#src/evidence/search/semantic/search.ts'
import { tryCharge } from '../budget.ts'
import type { EmbeddingModel } from '../providers/embeddings.ts'

/**
 * A search answers without the vector after this; milliseconds. A model in the same network takes 20, a remote one 500.
 */
const queryDeadlineMs = 2_000

/**
 * The embedder of one request to search, which repeats the search where a source has changed: the vector is asked for
 * once. The request is counted before it is sent.
 */
export function createQueryEmbedder(db: Kysely<DB>, artistId: string, embeddings: EmbeddingModel): QueryEmbedder {
  const ask = async (query: string) => {
    if (!(await transact(db, (trx) => tryCharge(trx, artistId, 'query')))) return undefined
    const answer = await embeddings.embed([query], AbortSignal.timeout(queryDeadlineMs))
    return 'failed' in answer ? undefined : answer.vectors[0]
  }
  let asked: ReturnType<typeof ask> | undefined
  return {
    model: embeddings.name,
    embed: (query) => {
      asked ??= ask(query)
      return asked
    },
  }
}
