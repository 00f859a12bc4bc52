/** What did not come back as it was sent, by the place where it showed. */
export type Differences = ReturnType<typeof openDifferences>

const shownMax = 5

/** `differ` compares unit for unit; the first few differences are printed at once, all of them are counted. */
export function openDifferences(log: (words: string) => void) {
  let compared = 0
  let count = 0
  function differ(where: string, sent: unknown, came: unknown): boolean {
    compared += 1
    if (came === sent) return false
    count += 1
    if (count <= shownMax) log(`${where}: sent ${formatValue(sent)}, came ${formatValue(came)}`)
    return true
  }
  return { differ, counts: () => ({ compared, differences: count }) }
}

/** In ASCII, for the difference is often invisible on a terminal. */
const formatValue = (value: unknown): string =>
  (JSON.stringify(value) ?? 'nothing')
    .replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .slice(0, 300)
