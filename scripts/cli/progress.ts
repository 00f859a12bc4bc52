import type { WriteStream } from 'node:tty'
import { host } from './host.ts'

export type Progress = {
  /** `total` is null while it is not known. */
  report(doing: string, done: number, total: number | null): void
  /** Removes the line: what is said next begins at its place. */
  close(): void
}

type Terminal = Pick<WriteStream, 'isTTY' | 'write' | 'columns'>

/** Ten times a second is as smooth as it looks, and costs nothing. Milliseconds. */
const redrawMs = 100
const clearLine = '\r\u001b[K'

/** A line that says how far a command is, on a terminal only: in a file each state of it would be a line. */
export function openProgress(terminal: Terminal = host.stderr): Progress {
  if (!terminal.isTTY) return { report: () => {}, close: () => {} }
  let drawnAt = Number.NEGATIVE_INFINITY
  return {
    report(doing, done, total) {
      if (performance.now() - drawnAt < redrawMs) return
      drawnAt = performance.now()
      const line = `${doing} ${total === null ? done : renderBar(done, total)}`
      // A line that the terminal wraps could not be cleared again.
      terminal.write(`${clearLine}${line.slice(0, (terminal.columns || 80) - 1)}`)
    },
    close: () => void terminal.write(clearLine),
  }
}

/** Shows the progress of `work`, whatever becomes of it. */
export async function withProgress<T>(work: (report: Progress['report']) => Promise<T>): Promise<T> {
  const progress = openProgress()
  try {
    return await work(progress.report)
  } finally {
    progress.close()
  }
}

const barWidth = 20

/** A bar of `cursor` of `total` steps; its length is not known while the total is not. */
export function renderBar(cursor: number, total: number | null): string {
  const filled = total === null || total === 0 ? 0 : Math.floor((barWidth * Math.min(cursor, total)) / total)
  return `[${'#'.repeat(filled)}${'.'.repeat(barWidth - filled)}] ${`${cursor}/${total ?? '?'}`.padEnd(6)}`
}
