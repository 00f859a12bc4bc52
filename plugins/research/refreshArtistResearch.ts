import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Handler } from '#plugins/handler.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import type { RefreshMode, ResearchKind } from '#src/contract/types.gen.ts'
import { upsertJob } from '#src/queue/enqueue.ts'
import { changeArtist, prepareRead } from '#src/records/audit/change-artist.ts'
import { formatCount } from '#src/text/format-count.ts'

/** Queues a fresh look at the artist; nothing runs inside the request (operations, section 7). */
export const refreshArtistResearch: Handler<'refreshArtistResearch'> = ({ path, body, caller }, { db, newId }) =>
  changeArtist(db, findRefreshStates({ caller, artistId: path.id }), async (tx, { states }) => {
    const { queue, message, retryAfter } = nextRefresh(body?.mode, states ?? [])
    if (retryAfter !== undefined) throw new Problem('rate_limited', { message, retryAfter })
    // The payload distinguishes these jobs from those that a change of the interview has queued.
    const payload = { lookAgain: true }
    tx.write(...queue.map((kind) => upsertJob({ artistId: path.id, id: newId(), kind, payload })))
    return { status: 200, body: { status: 'ok', message } }
  })

/** The kinds that the artist has jobs of, each with its cooldown: what a refresh is decided on. */
const findRefreshStates = prepareRead((db, { artistId }) => {
  const requested = sql<number | null>`extract(epoch from now() - max(created_at) filter (where payload ? 'lookAgain'))`
  const states = db
    .selectFrom('artist_research_jobs')
    .select(['kind', sql<boolean>`bool_or(state in ('pending', 'waiting'))`.as('isLive')])
    .select(requested.as('requestedSecondsAgo'))
    .where('artist_id', '=', artistId)
    .where('purpose', '=', '')
    .groupBy('kind')
    .$castTo<RefreshState>()
  return [jsonArrayFrom(states).as('states')]
})

/**
 * The state of one kind of refresh: live, and how many seconds ago this operation last queued it; null when it never
 * did.
 */
type RefreshState = { kind: ResearchKind; isLive: boolean; requestedSecondsAgo: number | null }

/** Half an hour between two requests of one kind (operations, section 7). */
export const cooldownSeconds = 1_800

/** Queued with a request for the artist's posts, without a cooldown of their own: pages about the artist, releases. */
const companionsOfPosts: readonly ResearchKind[] = ['source_search', 'latest_refresh']

/**
 * What looking again queues: whatever is neither under way nor in its cooldown. `retryAfter`: seconds until the first
 * of the kinds may be asked for again, where nothing is queued and nothing is under way.
 */
export function nextRefresh(mode: RefreshMode | undefined, states: readonly RefreshState[]) {
  const find = (kind: ResearchKind): RefreshState =>
    states.find((state) => state.kind === kind) ?? { kind, isLive: false, requestedSecondsAgo: null }
  const refreshes = [...(mode === 'lore-only' ? [] : [find('social_ingest')]), find('lore_refresh')]
  const due = refreshes.filter((refresh) => !refresh.isLive && countSecondsLeft(refresh) === 0).map(({ kind }) => kind)
  const companions = due.includes('social_ingest') ? companionsOfPosts.filter((kind) => !find(kind).isLive) : []
  const isIdle = due.length === 0 && !refreshes.some(({ isLive }) => isLive)
  return {
    queue: [...due, ...companions],
    message: refreshes.map(formatRefresh).join(' '),
    retryAfter: isIdle ? Math.min(...refreshes.map(countSecondsLeft)) : undefined,
  }
}

function countSecondsLeft({ requestedSecondsAgo }: RefreshState): number {
  return requestedSecondsAgo === null ? 0 : Math.max(0, Math.ceil(cooldownSeconds - requestedSecondsAgo))
}

function formatRefresh(refresh: RefreshState): string {
  const description = refresh.kind === 'lore_refresh' ? 'Composing Lore' : 'Looking for posts, pages and releases'
  if (refresh.isLive) return `${description} is under way already.`
  const minutes = Math.ceil(countSecondsLeft(refresh) / 60)
  return minutes === 0
    ? `${description} is queued.`
    : `${description} can be asked for again in ${formatCount(minutes, 'minute')}.`
}
