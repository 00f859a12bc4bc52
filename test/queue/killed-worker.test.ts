import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import type { Slice } from '#src/queue/slice.ts'
import { until } from '../support/until.ts'
import { effectsOf, keepEffect } from './effect.ts'
import { newQueueWorld, type QueueWorld } from './queue-world.ts'

const script = fileURLToPath(new URL('doomed-worker.ts', import.meta.url))
const finishing: Slice = async (job, { db }) => ({ ending: await keepEffect(db, job), progress: 'Did it' })

/** Runs a worker in a process of its own up to a point of its slice, and ends it there without a warning. */
async function killWorkerAt(w: QueueWorld, point: string) {
  const worker = spawn(process.execPath, [script, w.url, point], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(worker.stdout, 'data')
  worker.kill('SIGKILL')
  await once(worker, 'exit')
}

for (const point of ['claimed', 'writing', 'kept']) {
  t.test(`a worker killed in the middle of a slice (${point}) leaves a job that is completed once`, async (t) => {
    const w = await newQueueWorld(t)
    const artistId = await w.artist()
    const [id = ''] = await w.addJobs(artistId)
    await killWorkerAt(w, point)
    if (point === 'kept') {
      t.equal(await w.run(finishing), undefined, 'its commit was the end of the job')
    } else {
      const run = await until(() => w.run(finishing))
      t.match(run, { ending: 'done', job: { id, attempts: 2 } }, 'taken over once its lease is over')
    }
    t.match(await w.job(id), { state: 'done' })
    t.equal(await effectsOf(w.db, id), 1)
  })
}
