import type { ClaimedJob } from '#src/queue/claim.ts'
import type { ErrorCategory } from '#src/queue/kinds.ts'
import type { Place } from '#src/queue/transitions.ts'
import type { Profile, Run } from '../providers/social/index.ts'
import { pagePosts, postsMax } from './limits.ts'

/**
 * What a collection of posts has behind it and before it. The profiles are fixed when it begins and taken one after the other: a run is
 * started, waited for, and read page by page.
 */
export type Plan = {
  profiles: Profile[]
  /** The profile it is at. */
  at: number
  /** `starting`: a run of this profile was about to be started. Whoever finds it so cannot know whether it was. */
  stage: { is: 'next' } | { is: 'starting' } | { is: 'running'; run: Run } | { is: 'reading'; run: Run; page: number }
  /** Profiles that were read to their end. */
  done: number
  /** Posts that were new or had changed. */
  posts: number
  /** What went wrong last, if anything did. */
  problem: ErrorCategory | null
}

const pagesMax = Math.ceil(postsMax / pagePosts)

/** Steps of one profile: the start, the run, and its pages. One that has fewer skips the rest. */
const stepsOf = 2 + pagesMax

export const planOf = ({ checkpoint }: ClaimedJob): Plan | undefined =>
  'profiles' in checkpoint ? (checkpoint as Plan) : undefined

export const newPlan = (profiles: Profile[]): Plan => ({
  profiles,
  at: 0,
  stage: { is: 'next' },
  done: 0,
  posts: 0,
  problem: null,
})

export const totalOf = ({ profiles }: Plan): number => profiles.length * stepsOf

export function placeOf(plan: Plan): Place {
  const { at, stage } = plan
  const within = stage.is === 'reading' ? 2 + stage.page : stage.is === 'running' ? 1 : 0
  return { cursor: at * stepsOf + within, total: totalOf(plan), checkpoint: plan }
}

/** Whether a page of this number is the last that is read of a profile. */
export const isLastPage = (page: number) => page + 1 >= pagesMax

export const nextProfile = (plan: Plan, problem: ErrorCategory | null = plan.problem): Plan => ({
  ...plan,
  at: plan.at + 1,
  stage: { is: 'next' },
  problem,
})
