import type { Handler } from '#plugins/handler.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { hasRun, runSlice } from '#src/queue/slice.ts'
import { slices } from './jobs.ts'
import { viewSlice } from './views.ts'

/**
 * Runs one due slice, of one artist or of some kinds where the body asks for that (interface, section 4.4). The slice
 * goes on when the caller goes away: what it made is stored, and hanging up wastes no external run.
 */
export const advanceResearch: Handler<'advanceResearch'> = async ({ body, log }, resources) => {
  const run = await runSlice(resources, slices, log, { artistId: body?.artistId, kinds: body?.kinds })
  if (run === undefined) return { status: 200, body: { status: 'ok', ran: false } }
  if (run.ending === 'released') throw new Problem('shutting_down')
  if (!hasRun(run)) return { status: 200, body: { status: 'error', error: 'advance failed', ran: false } }
  return { status: 200, body: { status: 'ok', ...viewSlice(run) } }
}
