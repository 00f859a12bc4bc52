import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { slices } from '#plugins/research/jobs.ts'
import { runSlices } from '#src/queue/scheduler.ts'
import { runSlice } from '#src/queue/slice.ts'

/**
 * Runs due research every so many seconds, as an external scheduler does over HTTP, until the service stops. Several
 * processes may. An outage ends one turn, not the loop.
 * @returns once the slice under way has ended or was released, which needs storage
 */
export async function runScheduler(app: FastifyInstance, everySeconds: number): Promise<void> {
  const { resources, log } = app
  const { stopping } = resources
  while (!stopping.aborted) {
    await pause(everySeconds * 1_000, undefined, { ref: false, signal: stopping }).catch(() => {})
    await runSlices(() => runSlice(resources, slices, log), resources).catch((err: unknown) =>
      log.warn({ err }, 'due research was not run'),
    )
  }
}
