/** Runs `work` `count` times, `concurrency` of them at a time; the results are in the order in which they ended. */
export async function runConcurrently<T>(
  count: number,
  concurrency: number,
  work: (at: number) => Promise<T>,
): Promise<T[]> {
  const indexes = Array.from({ length: count }, (_, at) => at).values()
  const results: T[] = []
  const take = async () => {
    for (const at of indexes) results.push(await work(at))
  }
  await Promise.all(Array.from({ length: concurrency }, take))
  return results
}
