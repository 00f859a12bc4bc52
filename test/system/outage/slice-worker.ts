// One slice of an artist's jobs in a process of its own, as the service would run it, with the providers of its
// settings: `node test/system/outage/slice-worker.ts ARTIST`.
import { v7 as uuidv7 } from 'uuid'
import { slices } from '#plugins/research/jobs.ts'
import { loadConfig } from '#src/config.ts'
import { connect } from '#src/database/connect.ts'
import { JobQueue } from '#src/queue/job-queue.ts'
import { runSlice } from '#src/queue/slice.ts'
import { chooseProviders } from '#src/research/providers/index.ts'

const [artistId = ''] = process.argv.slice(2)
const config = loadConfig(process.env)
// One connection, so that its messages come in one order.
const { db, close } = connect({
  url: config.databaseUrl ?? '',
  pool: { ...config.pool, max: 1 },
  timeouts: config.timeouts,
  applicationName: 'sittings system test worker',
})
const resources = {
  db,
  queue: new JobQueue(db),
  newId: () => uuidv7(),
  stopping: new AbortController().signal,
  providers: chooseProviders(config),
}
await runSlice(resources, slices, { error: console.error, warn: console.error }, { artistId })
await close()
