import type { Handler } from '#plugins/handler.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import type { ResearchKind } from '#src/contract/types.gen.ts'
import { enqueueJobs } from '#src/queue/enqueue.ts'
import { changeArtist } from '#src/records/audit/change-artist.ts'
import { listRefreshStates } from './queries.ts'
import { companionsOfPosts, nextRefresh } from './rules.ts'

/** Queues a fresh look at the artist; nothing runs inside the request (operations, section 7). */
export const refreshArtistResearch: Handler<'refreshArtistResearch'> = ({ path, body, caller }, { db, newId }) =>
  changeArtist(db, { artistId: path.id, caller }, async (change) => {
    const { trx, artistId } = await change.open()
    const kinds =
      body?.mode === 'lore-only' ? (['lore_refresh'] as const) : (['social_ingest', 'lore_refresh'] as const)
    const states = await listRefreshStates(trx, artistId)
    const find = (kind: (typeof kinds)[number]) => states.find((state) => state.kind === kind)
    const { queue, message, retryAfter } = nextRefresh(
      kinds.map((kind) => find(kind) ?? { kind, isLive: false, requestedSecondsAgo: null }),
    )
    if (retryAfter !== undefined) throw new Problem('rate_limited', { message, retryAfter })

    const isLive = (kind: ResearchKind) => states.some((state) => state.kind === kind && state.isLive)
    const companions = queue.includes('social_ingest') ? companionsOfPosts.filter((kind) => !isLive(kind)) : []
    // The payload distinguishes these jobs from those that a change of the interview has queued.
    const payload = { lookAgain: true }
    const jobs = [...queue, ...companions].map((kind) => ({ artistId, id: newId(), kind, payload }))
    if (jobs.length > 0) await enqueueJobs(trx, jobs).execute()
    return { status: 200, body: { status: 'ok', message } }
  })
