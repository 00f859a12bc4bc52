import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Test } from 'tap'
import { verifyRecords } from '#src/admin/verify/verify.ts'
import type { TestEnvironment } from '../environment.ts'
import { findDifferences } from '../outage/acknowledged-state.ts'
import { countAcknowledged, startLoad } from '../outage/load.ts'
import { startReplicas } from '../outage/replicas.ts'
import { summarizeOutcomes } from '../outage/retrying-caller.ts'

type Worker = { host: string; port: number }

/**
 * Two services hold sittings while one worker after the other is drained of its shards
 * and filled again, and while the sessions between the nodes are ended. Callers meet 200 and 503 alone, and nothing
 * acknowledged is lost.
 */
export async function moveShardsUnderLoad(t: Test, environment: TestEnvironment): Promise<void> {
  const { rows: workers } = await sql<Worker>`
    select nodename as host, nodeport as port from pg_dist_node where shouldhaveshards order by 2`.execute(
    environment.db,
  )
  const replicas = await startReplicas(environment, 2, {
    DATABASE_URL: environment.url,
    DATABASE_SHARDED: 'true',
  })
  const load = await startLoad(environment, replicas, {
    interviewers: 8,
    readers: 8,
    advancers: 2,
  })
  const moved: number[] = []
  for (const worker of workers) {
    const sittings = load.countFinishedSittings()
    moved.push(await drainAndFill(environment, worker))
    await load.waitUntil(() => load.countFinishedSittings() > sittings)
  }
  const ended = 40
  for (let times = 0; times < ended; times += 1) {
    await endWorkerSessions(environment)
    await sleep(200)
  }
  const sittings = load.countFinishedSittings()
  await load.waitUntil(() => load.countFinishedSittings() > sittings + 5)
  await load.stop()
  t.same(load.wrong, [])
  t.same(await findDifferences(environment.db, load.saved), [])
  t.match(await verifyRecords(environment.db), { finding: undefined })
  t.ok(
    moved.every((count) => count > 0),
    `${moved.join(', ')} shards were moved`,
  )
  t.comment(summarizeOutcomes(load.outcomes))
  environment.report(
    'cluster',
    `${countAcknowledged(load)} acknowledged while ${moved.length} workers were drained and filled, and sessions ended ${ended} times`,
  )
}

/** Moves all shards of a worker to the others, and some of them back. Returns how many it had. */
async function drainAndFill({ db }: TestEnvironment, { host, port }: Worker): Promise<number> {
  const { rows } = await sql<{ shards: number }>`
    select count(*)::int as shards from pg_dist_shard_placement join pg_dist_shard using (shardid)
      join pg_dist_partition using (logicalrelid)
    where nodename = ${host} and nodeport = ${port} and partmethod = 'h'`.execute(db)
  await sql`select citus_drain_node(${host}, ${port}, 'block_writes')`.execute(db)
  await sql`select citus_set_node_property(${host}, ${port}, 'shouldhaveshards', true)`.execute(db)
  await sql`select rebalance_table_shards(shard_transfer_mode => 'block_writes')`.execute(db)
  return rows[0]?.shards ?? 0
}

const endWorkerSessions = ({ db }: TestEnvironment) =>
  sql`select run_command_on_workers($$select count(pg_terminate_backend(pid)) from pg_stat_activity
    where datname = current_database() and application_name like 'citus_internal%' and pid <> pg_backend_pid()$$)`.execute(
    db,
  )
