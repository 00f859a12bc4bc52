import type pg from 'pg'
import type { BenchEnvironment } from '../environment.ts'
import { installPeers } from '../install-peers.ts'
import { workers } from './jobs.ts'

const versions = { 'pg-boss': '12.30.0' }
const queue = 'bench'

/** pg-boss, its jobs fetched and completed one by one, without its maintenance. */
export async function openBoss({ url, teardown }: BenchEnvironment, pool: pg.Pool) {
  const { PgBoss } = installPeers(versions).require('pg-boss') as Loose
  const boss = new PgBoss({ connectionString: url, max: workers, supervise: false, schedule: false })
  await boss.start()
  teardown(() => boss.stop({ graceful: false }))
  await boss.createQueue(queue)
  return {
    workOff: async () => {
      const [job] = await boss.fetch(queue, { batchSize: 1 })
      if (job === undefined) throw new Error('The line of pg-boss has run dry')
      await boss.complete(queue, job.id, { pages: 1 })
    },
    fill: async (jobs: number) => {
      await boss.deleteAllJobs(queue)
      const batch = Array.from({ length: 1_000 }, () => ({ data: { because: 'bench' } }))
      for (let left = jobs; left > 0; left -= batch.length) await boss.insert(queue, batch)
      await pool.query('vacuum (analyze) pgboss.job')
    },
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the package is installed at run time, without its types
type Loose = any
