import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { schedulerMs, schedulerSlicesMax } from './limits.ts'
import { pruneEndedJobs } from './prune.ts'
import type { SliceRun } from './slice.ts'

/**
 * Runs slices until nothing is due, the budget for beginning new ones is spent or the service stops; then removes old
 * jobs of the same artists. Returns the slices in order; a failed one is among them and does not end the loop.
 * @param run runs one slice; undefined when nothing is due
 * @param budgetMs milliseconds in which a slice may begin
 * @throws what `run` throws: an outage ends the loop
 */
export async function runSlices(
  run: () => Promise<SliceRun | undefined>,
  { db, stopping, budgetMs = schedulerMs }: { db: Kysely<DB>; stopping: AbortSignal; budgetMs?: number },
): Promise<SliceRun[]> {
  const startedMs = performance.now()
  const runs: SliceRun[] = []
  while (!stopping.aborted && runs.length < schedulerSlicesMax && performance.now() - startedMs < budgetMs) {
    const slice = await run()
    if (slice === undefined) break
    runs.push(slice)
  }
  for (const artistId of new Set(runs.map(({ job }) => job.artist_id))) await pruneEndedJobs(db, artistId)
  return runs
}
