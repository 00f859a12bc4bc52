import type { ResearchKind } from '#src/contract/types.gen.ts'

/**
 * The state of one kind of refresh: live, and how many seconds ago this operation last queued it; null when it never
 * did.
 */
export type RefreshState = { kind: ResearchKind; isLive: boolean; requestedSecondsAgo: number | null }

/** Half an hour between two requests of one kind (operations, section 7). */
export const cooldownSeconds = 1_800

/**
 * Kinds that are queued together with a requested kind, and have no cooldown of their own: a request for the artist's
 * posts also asks for the pages about the artist and for the releases.
 */
export const companionKinds: Readonly<Partial<Record<ResearchKind, readonly ResearchKind[]>>> = {
  social_ingest: ['source_search', 'latest_refresh'],
}

export type RefreshDecision = {
  queue: ResearchKind[]
  message: string
  /**
   * Seconds until the first of the kinds may be asked for again; only where nothing is queued and nothing is under way.
   */
  retryAfter?: number
}

/** What looking again sets going: whatever is neither under way nor in its cooldown. */
export function nextRefresh(refreshes: readonly RefreshState[]): RefreshDecision {
  const queue = refreshes
    .filter((refresh) => !refresh.isLive && countSecondsLeft(refresh) === 0)
    .map(({ kind }) => kind)
  const message = refreshes.map(formatRefresh).join(' ')
  if (queue.length > 0 || refreshes.some(({ isLive }) => isLive)) return { queue, message }
  return { queue, message, retryAfter: Math.min(...refreshes.map(countSecondsLeft)) }
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
    : `${description} can be asked for again in ${formatMinutes(minutes)}.`
}

const formatMinutes = (minutes: number) => (minutes === 1 ? 'a minute' : `${minutes} minutes`)
