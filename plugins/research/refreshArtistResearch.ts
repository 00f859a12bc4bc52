import type { Handler } from '#plugins/handler.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { insertJob } from '#src/queue/enqueue.ts'
import { changeArtist } from '#src/records/audit/change-artist.ts'
import { findRefreshStates } from './queries.ts'
import { companionKinds, nextRefresh } from './rules.ts'

/** Queues a fresh look at the artist; nothing runs inside the request (operations, section 7). */
export const refreshArtistResearch: Handler<'refreshArtistResearch'> = ({ path, body, caller }, { db, newId }) =>
  changeArtist(db, { artistId: path.id, caller }, async (tx) => {
    const kinds =
      body?.mode === 'lore-only' ? (['lore_refresh'] as const) : (['social_ingest', 'lore_refresh'] as const)
    const { states, liveKinds } = await tx.read(findRefreshStates, { kinds })
    const { queue, message, retryAfter } = nextRefresh(states ?? [])
    if (retryAfter !== undefined) throw new Problem('rate_limited', { message, retryAfter })

    const companions = queue.flatMap((kind) => companionKinds[kind] ?? []).filter((kind) => !liveKinds?.includes(kind))
    // The payload distinguishes these jobs from those that a change of the interview has queued.
    const jobs = [...queue, ...companions].map((kind) =>
      insertJob({ artistId: path.id, id: newId(), kind, payload: { lookAgain: true } }),
    )
    const response = { status: 200, body: { status: 'ok', message } } as const
    return jobs.length === 0 ? response : await tx.commit(jobs, response)
  })
