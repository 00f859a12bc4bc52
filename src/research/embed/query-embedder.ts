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

/** Turns the query of one search into a vector; the request is counted before it is sent. */
export const createQueryEmbedder = (db: Kysely<DB>, artistId: string, embeddings: EmbeddingModel): QueryEmbedder => ({
  model: embeddings.name,
  embed: async (query) => {
    if (!(await transact(db, (trx) => tryCharge(trx, artistId, 'query')))) return undefined
    const answer = await embeddings.embed([query], AbortSignal.timeout(queryDeadlineMs))
    return 'failed' in answer ? undefined : answer.vectors[0]
  },
})
