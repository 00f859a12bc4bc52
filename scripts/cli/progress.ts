import type { WriteStream } from 'node:tty'
import { host } from './host.ts'

/** Says how far a command is; `total` is null while it is not known. */
export type Report = (doing: string, done: number, total: number | null) => void

type Terminal = Pick<WriteStream, 'isTTY' | 'write' | 'columns'>

/** Ten times a second is as smooth as it looks, and costs nothing. Milliseconds. */
const redrawMs = 100
const clearLine = '\r\u001b[K'

/**
 * Shows the progress of `work` in a line that is removed at its end, whatever becomes of it; on a terminal only: in a
 * file each state of it would be a line.
 */
export async function withProgress<T>(
  work: (report: Report) => Promise<T>,
  terminal: Terminal = host.stderr,
): Promise<T> {
  if (!terminal.isTTY) return await work(() => {})
  let drawnAt = Number.NEGATIVE_INFINITY
  const report: Report = (doing, done, total) => {
    if (performance.now() - drawnAt < redrawMs) return
    drawnAt = performance.now()
    const line = `${doing} ${total === null ? done : renderBar(done, total)}`
    // A line that the terminal wraps could not be cleared again.
    terminal.write(`${clearLine}${line.slice(0, (terminal.columns || 80) - 1)}`)
  }
  try {
    return await work(report)
  } finally {
    terminal.write(clearLine)
  }
}

const barWidth = 20

/** A bar of `cursor` of `total` steps; its length is not known while the total is not. */
export function renderBar(cursor: number, total: number | null): string {
  const filled = total === null || total === 0 ? 0 : Math.floor((barWidth * Math.min(cursor, total)) / total)
  return `[${'#'.repeat(filled)}${'.'.repeat(barWidth - filled)}] ${`${cursor}/${total ?? '?'}`.padEnd(6)}`
}
