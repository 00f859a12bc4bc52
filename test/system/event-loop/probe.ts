import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

/** The longest time between two turns of the event loop: as it passed, and as the thread worked in it. */
export type Stretch = { wallMs: number; cpuMs: number }

const instrument = fileURLToPath(new URL('instrument.ts', import.meta.url))

/** The settings of a service that is watched, and what asks it for its longest stretch since it was asked last. */
export function openProbe(folder: string) {
  const socket = join(folder, 'event-loop.sock')
  return {
    settings: { NODE_OPTIONS: `--import=${instrument}`, EVENT_LOOP_SOCKET: socket },
    longest: async () => JSON.parse(await text(connect(socket))) as Stretch,
  }
}
