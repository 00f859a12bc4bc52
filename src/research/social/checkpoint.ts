import type { ClaimedJob } from '#src/queue/claim.ts'
import type { ErrorCategory } from '#src/queue/kinds.ts'
import { sliceMs } from '#src/queue/limits.ts'
import type { CheckpointedProgress } from '#src/queue/transitions.ts'
import type { CollectionRun, SocialProfile } from '../providers/social/index.ts'

/** Posts requested of one profile: its newest. Each costs money, and the next collection requests them again. */
export const collectedPostsMax = 200

/** Posts that one slice reads and saves. */
export const postsPerPage = 50

/** Milliseconds between two polls of a run; it takes a minute or two. */
export const runPollMs = 10_000

/** Posts of which one slice of an extraction makes sources: each may have a subtitle file to fetch. */
export const postsPerSlice = 5

/** Tracks of one post that are tried; the first with text is the last. */
export const tracksPerPostMax = 2

/** Milliseconds after which a slice begins no other post: after the slowest possible fetch it still ends in time. */
export const startWindowMs = sliceMs * 0.4

/**
 * The progress of a collection of posts. The profiles are fixed when it begins and processed one after the other: a run
 * is started, awaited, and read page by page.
 */
export type CollectionCheckpoint = {
  profiles: SocialProfile[]
  /** The current profile. */
  at: number
  /** `starting`: a run of this profile was about to be started. A slice that finds it cannot know whether it was. */
  stage:
    | { is: 'next' }
    | { is: 'starting' }
    | { is: 'running'; run: CollectionRun }
    | { is: 'reading'; run: CollectionRun; page: number }
  /** Profiles that were read to their end. */
  profilesDone: number
  /** Posts that were new or had changed. */
  posts: number
  /** The last failure, if any. */
  problem: ErrorCategory | null
}

const pagesMax = Math.ceil(collectedPostsMax / postsPerPage)

/** Steps of one profile: the start, the run, and its pages. A profile with fewer pages skips the rest. */
const stepsPerProfile = 2 + pagesMax

export const readCollectionCheckpoint = ({ checkpoint }: ClaimedJob): CollectionCheckpoint | undefined =>
  'profiles' in checkpoint ? (checkpoint as CollectionCheckpoint) : undefined

export const createCollectionCheckpoint = (profiles: SocialProfile[]): CollectionCheckpoint => ({
  profiles,
  at: 0,
  stage: { is: 'next' },
  profilesDone: 0,
  posts: 0,
  problem: null,
})

export const countTotalSteps = ({ profiles }: CollectionCheckpoint): number => profiles.length * stepsPerProfile

export function toCollectionProgress(plan: CollectionCheckpoint): CheckpointedProgress {
  const { at, stage } = plan
  const within = stage.is === 'reading' ? 2 + stage.page : stage.is === 'running' ? 1 : 0
  return { cursor: at * stepsPerProfile + within, total: countTotalSteps(plan), checkpoint: plan }
}

/** Whether a page of this number is the last that is read of a profile. */
export const isLastPage = (page: number) => page + 1 >= pagesMax

export const nextProfile = (
  plan: CollectionCheckpoint,
  problem: ErrorCategory | null = plan.problem,
): CollectionCheckpoint => ({
  ...plan,
  at: plan.at + 1,
  stage: { is: 'next' },
  problem,
})
