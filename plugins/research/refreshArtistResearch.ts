import type { Handler } from '#plugins/handler.ts'
import { lockArtist } from '#src/auth/artist-authorization.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { transact } from '#src/database/transaction.ts'
import { findRefreshStates, insertRefreshJobs } from './queries.ts'
import { nextRefresh } from './rules.ts'

/** Queues a fresh look at the artist; nothing runs inside the request (operations, section 7). */
export const refreshArtistResearch: Handler<'refreshArtistResearch'> = ({ path, body, caller }, { db, newId }) =>
  transact(db, async (trx) => {
    const kinds =
      body?.mode === 'lore-only' ? (['lore_refresh'] as const) : (['social_ingest', 'lore_refresh'] as const)
    await lockArtist(trx, caller, path.id)
    const { queue, message, retryAfter } = nextRefresh(await findRefreshStates(trx, caller, path.id, kinds))
    if (retryAfter !== undefined) throw new Problem('rate_limited', { message, retryAfter })
    await insertRefreshJobs(trx, path.id, queue, newId)
    return { status: 200, body: { status: 'ok', message } }
  })
