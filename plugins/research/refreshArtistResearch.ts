import type { Handler } from '#plugins/handler.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { upsertJob } from '#src/queue/enqueue.ts'
import { changeArtist } from '#src/records/audit/change-artist.ts'
import { findRefreshStates } from './queries.ts'
import { nextRefresh } from './rules.ts'

/** Queues a fresh look at the artist; nothing runs inside the request (operations, section 7). */
export const refreshArtistResearch: Handler<'refreshArtistResearch'> = ({ path, body, caller }, { db, newId }) =>
  changeArtist(db, { artistId: path.id, caller }, async (tx) => {
    const { states } = await tx.read(findRefreshStates, {})
    const { queue, message, retryAfter } = nextRefresh(body?.mode, states ?? [])
    if (retryAfter !== undefined) throw new Problem('rate_limited', { message, retryAfter })
    // The payload distinguishes these jobs from those that a change of the interview has queued.
    const payload = { lookAgain: true }
    const jobs = queue.map((kind) => upsertJob({ artistId: path.id, id: newId(), kind, payload }))
    return await tx.commit(jobs, { status: 200, body: { status: 'ok', message } })
  })
