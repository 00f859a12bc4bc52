import { schedulerMs, schedulerSlicesMax } from './limits.ts'
import type { SliceRun } from './slice.ts'

/**
 * Runs slices until nothing is due, the budget for beginning new ones is spent or the service stops. Returns them in
 * order; a failed one is among them and does not end the loop.
 * @param run runs one slice; undefined when nothing is due
 * @param budgetMs milliseconds in which a slice may begin
 * @throws what `run` throws: an outage ends the loop
 */
export async function runSlices(
  run: () => Promise<SliceRun | undefined>,
  { stopping, budgetMs = schedulerMs }: { stopping: AbortSignal; budgetMs?: number },
): Promise<SliceRun[]> {
  const startedMs = performance.now()
  const runs: SliceRun[] = []
  while (!stopping.aborted && runs.length < schedulerSlicesMax && performance.now() - startedMs < budgetMs) {
    const slice = await run()
    if (slice === undefined) break
    runs.push(slice)
  }
  return runs
}
