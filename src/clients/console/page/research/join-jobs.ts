import type { Schemas } from '../api/shapes.ts'

type Job = Schemas['ResearchJob']

/** Jobs that one line stands for: of the same kind, in the same state and for the same reason; the newest first. */
export type JoinedJobs = readonly [newest: Job, ...older: Job[]]

export function joinJobs(jobs: readonly Job[]): JoinedJobs[] {
  const byLine = Map.groupBy(jobs, ({ kind, status, errorCategory }) => `${kind}/${status}/${errorCategory}`)
  return [...byLine.values()].flatMap(([newest, ...older]) => (newest === undefined ? [] : [[newest, ...older]]))
}

/** The steps of all of them together; `total` is null as long as one does not know how many it has. */
export function addProgress(jobs: JoinedJobs): Pick<Job, 'cursor' | 'total'> {
  return {
    cursor: jobs.reduce((sum, { cursor }) => sum + cursor, 0),
    total: jobs.reduce<number | null>((sum, { total }) => (sum === null || total === null ? null : sum + total), 0),
  }
}
