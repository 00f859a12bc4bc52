import type pg from 'pg'
import { installPeers } from '../install-peers.ts'
import type { Measurement } from '../statistics.ts'
import { workers } from './jobs.ts'
import { createJobStock } from './stock.ts'

const versions = { 'graphile-worker': '0.18.0' }

/**
 * Jobs are claimed in batches: a claim of a single job scans all that are there, as long as the table
 * counts as empty.
 */
const jobsAtOnce = 10_000

/** graphile-worker as it comes: it asks for each job and reports each job by itself. */
export function openGraphile(url: string, pool: pg.Pool) {
  const { run, runMigrations, Logger } = installPeers(versions).require('graphile-worker') as Loose
  const logger = new Logger(() => () => {})

  const stock = createJobStock(fill)

  /** Jobs finished a second, from the first one on. */
  async function measure(seconds: number): Promise<readonly Measurement[]> {
    await stock.ensure(seconds)
    let done = 0
    let startedMs = Number.NaN
    const first = Promise.withResolvers<void>()
    const countTask = async () => {
      if (Number.isNaN(startedMs)) {
        startedMs = performance.now()
        first.resolve()
      }
      done += 1
    }
    const runner = await run({
      pgPool: pool,
      concurrency: workers,
      logger,
      noHandleSignals: true,
      taskList: { task: countTask },
    })
    await first.promise
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
    const rate = done / ((performance.now() - startedMs) / 1_000)
    await runner.stop()
    stock.remaining -= done
    return [{ value: rate }]
  }

  async function fill(jobs: number): Promise<void> {
    await runMigrations({ connectionString: url, logger })
    await pool.query('truncate graphile_worker._private_jobs')
    for (let left = jobs; left > 0; left -= jobsAtOnce) {
      await pool.query(
        `select count(*) from graphile_worker.add_jobs(array(
          select ('task', json_build_object('because', 'bench', 'n', n), null, null, null, null, null, null)::graphile_worker.job_spec
          from generate_series(1, $1::int) as n))`,
        [Math.min(left, jobsAtOnce)],
      )
    }
    await pool.query('vacuum (analyze) graphile_worker._private_jobs')
  }
  return { measure }
}

// biome-ignore lint/suspicious/noExplicitAny: the package is installed at run time, without its types
type Loose = any
