/**
 * Picks the entry to evict from a full queue: the last entry of the caller with the most entries, or the newcomer when
 * no caller has more. So an entry is evicted only for a caller with fewer entries.
 * @param queue the caller of each entry, the newcomer's last; not empty
 * @returns index of the evicted entry
 */
export function pickEvicted(queue: readonly string[]): number {
  const counts = new Map<string, number>()
  for (const of of queue) counts.set(of, (counts.get(of) ?? 0) + 1)
  const most = Math.max(...counts.values())
  return queue.findLastIndex((of) => counts.get(of) === most)
}
