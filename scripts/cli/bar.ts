const width = 20

/** A bar of `cursor` of `total` steps; its length is not known while the total is not. */
export function renderBar(cursor: number, total: number | null): string {
  const filled = total === null || total === 0 ? 0 : Math.floor((width * Math.min(cursor, total)) / total)
  return `[${'#'.repeat(filled)}${'.'.repeat(width - filled)}] ${`${cursor}/${total ?? '?'}`.padEnd(6)}`
}
