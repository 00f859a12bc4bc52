import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { OperationId } from '#src/contract/document.ts'

/** The longest blocking of the event loop: elapsed time, and processor time of the thread. */
export type BlockedInterval = { wallMs: number; cpuMs: number }

/** Runs a piece of work and notes for how long the event loop was blocked in it. */
export type Measure = (operation: OperationId, title: string, work: () => Promise<unknown>) => Promise<void>

const instrument = fileURLToPath(new URL('instrument.ts', import.meta.url))

/** The settings of a watched service, and a function that returns its longest blocking since the last call. */
export function openProbe(folder: string) {
  const socket = join(folder, 'event-loop.sock')
  return {
    settings: { NODE_OPTIONS: `--import=${instrument}`, EVENT_LOOP_SOCKET: socket },
    longest: async () => JSON.parse(await text(connect(socket))) as BlockedInterval,
  }
}
