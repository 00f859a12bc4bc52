// A worker process that stops in the middle of a slice: `node test/system/worker.ts URL ARTIST POINT SLICE LEASE`. It
// runs the artist's job, stops at POINT of the SLICE-th slice and prints a line with its lease token; a line on stdin
// continues it to the end of that slice, whose outcome it prints. LEASE in milliseconds.
import { once } from 'node:events'
import { v7 as uuidv7 } from 'uuid'
import { loadConfig } from '#src/config.ts'
import { connect } from '#src/database/connect.ts'
import { JobQueue } from '#src/queue/job-queue.ts'
import { runSlice, type Slice } from '#src/queue/slice.ts'
import { createSteppingSlice, useForEveryKind } from './crash-steps.ts'

const [url = '', artistId = '', stopPoint = '', sliceNumber = '1', leaseMs = ''] = process.argv.slice(2)
const { pool, timeouts } = loadConfig(process.env)
const { db, close } = connect({
  url,
  pool: { ...pool, max: 2 },
  timeouts,
  applicationName: 'sittings system test worker',
})
const resources = {
  db,
  queue: new JobQueue(db),
  newId: () => uuidv7(),
  stopping: new AbortController().signal,
  providers: {},
}
const log = { error: () => {}, warn: () => {} }
const sendToParent = (words: object) => process.stdout.write(`${JSON.stringify(words)}\n`)

let slicesLeft = Number(sliceNumber)
/** The work of the last slice: it may outlive its run, which abandons it at its deadline. */
let work: Promise<unknown> = Promise.resolve()
const step = createSteppingSlice(async (point, leaseToken) => {
  if (slicesLeft > 1 || point !== stopPoint) return
  sendToParent({ point, leaseToken })
  await once(process.stdin, 'data')
})
const slice: Slice = (job, context) => {
  const outcome = step(job, context)
  work = outcome
  return outcome
}

for (; slicesLeft > 0; slicesLeft -= 1) {
  const run = await runSlice(resources, useForEveryKind(slice), log, {
    artistId,
    leaseMs: Number(leaseMs),
    sliceMs: Number(leaseMs) / 2,
  })
    .then((done) => done?.ending)
    .catch(formatError)
  const own = await work.then((outcome) => (outcome as { ending: string }).ending, formatError)
  if (slicesLeft === 1) sendToParent({ run, own })
}
await close()
process.exit(0)

/** The refusal of a write: its connection may be gone as well as its lease. */
function formatError(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
