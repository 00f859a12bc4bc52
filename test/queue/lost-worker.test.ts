import { type CompiledQuery, type Kysely, sql } from 'kysely'
import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import type { DB } from '#src/database/tables.gen.ts'
import { JobQueue } from '#src/queue/job-queue.ts'
import { createQueueContext } from './queue-context.ts'

/**
 * A cluster in small: the function of Citus over two tables, one of them on a worker that is lost, and a database that
 * refuses what concerns every shard, or the lost artist.
 */
async function loseWorker(t: Parameters<typeof createQueueContext>[0]) {
  const w = await createQueueContext(t, true)
  const [reached, lost] = [await w.artist(), await w.artist()]
  await sql
    .raw(`create function run_command_on_shards(table_name regclass, command text)
      returns table (shardid bigint, success boolean, result text) language plpgsql as $$ begin
        execute format(command, '(select * from artist_research_jobs where artist_id = ''${reached}'') as shard') into result;
        return query values (1::bigint, true, result), (2::bigint, false, 'connection refused'); end $$`)
    .execute(w.db)
  const executeQuery = async (query: CompiledQuery) => {
    const isLost = query.sql.includes('group by') || query.parameters.includes(lost)
    if (isLost) throw Object.assign(new Error('connection to the remote node failed'), { code: '08006' })
    return await w.db.executeQuery(query)
  }
  const queue = new JobQueue({ executeQuery } as unknown as Kysely<DB>, { sharded: true })
  return { ...w, reached, lost, claim: (artistId?: string) => queue.claim({ leaseToken: uuidv7(), artistId }) }
}

t.test('with a worker lost, the jobs of the artists that can be reached are claimed', async (t) => {
  const w = await loseWorker(t)
  await w.addJobs(w.lost, 1, { queued_at: new Date(0), next_run_at: new Date(0) })
  const ids = await w.addJobs(w.reached, 3)
  const claimed = [await w.claim(), await w.claim(), await w.claim()].map((job) => job?.id)
  t.same(claimed.toSorted(), ids.toSorted())
  t.equal(await w.claim(), undefined)
  await t.rejects(w.claim(w.lost), { code: '08006' }, 'an artist’s own claim is an outage')
})

t.test('where no shard answers, the outage is reported', async (t) => {
  const w = await loseWorker(t)
  await sql`drop function run_command_on_shards`.execute(w.db)
  await t.rejects(w.claim(), { code: '08006' })
})
