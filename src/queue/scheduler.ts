import { schedulerMs, schedulerSlicesMax } from './limits.ts'
import type { SliceRun } from './slice.ts'

/**
 * Takes slice after slice until nothing is due, the time for new ones is spent, or the service stops. Returns them in
 * their order; one that failed is among them and keeps nobody from the next.
 * @param run takes one slice; undefined when nothing is due
 * @param budgetMs milliseconds in which a slice may begin
 * @throws whatever `run` throws: an outage ends the whole round
 */
export async function runSlices(
  run: () => Promise<SliceRun | undefined>,
  { stopping, budgetMs = schedulerMs }: { stopping: AbortSignal; budgetMs?: number },
): Promise<SliceRun[]> {
  const began = performance.now()
  const runs: SliceRun[] = []
  while (!stopping.aborted && runs.length < schedulerSlicesMax && performance.now() - began < budgetMs) {
    const slice = await run()
    if (slice === undefined) break
    runs.push(slice)
  }
  return runs
}
