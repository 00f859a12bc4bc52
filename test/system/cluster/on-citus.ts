import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Kysely, sql } from 'kysely'
import type { Test } from 'tap'
import { verifyRecords } from '#src/admin/verify/verify.ts'
import { migrate } from '#src/database/migrations/migrate.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { buildDistribution, distribute, findCluster, listPlacements } from '../../../scripts/cli/distribution.ts'
import { runCli } from '../../cli/run.ts'
import { clusterOwner, createOnCluster } from '../../support/citus.ts'
import type { TestEnvironment } from '../environment.ts'
import { summarizeOutcomes } from '../outage/interviewer.ts'
import { assertNothingLost, startLoad } from '../outage/load.ts'
import { countAcknowledged } from '../outage/records.ts'
import { startReplicas } from '../service.ts'

/** How Citus carries a statement out: in how many tasks, or in what words it refuses to. */
type CitusPlan = { tasks: number } | { refused: string }

/** Values by type, such that no condition is known to be false; null of any other. */
const some: Readonly<Record<string, string>> = {
  uuid: `'018f0000-0000-7000-8000-000000000001'`,
  // As long as a digest.
  text: `'${'0'.repeat(64)}'`,
  'text[]': `'{some}'`,
  integer: '1',
  bigint: '1',
  boolean: 'true',
}

/**
 * Asks the cluster's own planner; nothing is executed. Statements of the coordinator's tables alone have no task. A
 * cursor cannot be prepared, its query can.
 */
export async function planOnCluster(db: Kysely<DB>, statement: string): Promise<CitusPlan> {
  return await db.connection().execute(async (session) => {
    try {
      const query = statement.replace(/^\s*declare \S+ no scroll cursor for\s/, '')
      await sql`prepare planned as ${sql.raw(query)}`.execute(session)
      const { rows: parameters } = await sql<{ type: string }>`
        select unnest(parameter_types)::text as type from pg_prepared_statements where name = 'planned'`.execute(
        session,
      )
      const values = parameters.map(({ type }) => some[type] ?? 'null')
      const executeArgs = values.length > 0 ? `(${values.join(', ')})` : ''
      const { rows } = await sql`explain (format json) execute planned${sql.raw(executeArgs)}`.execute(session)
      const counts = [...JSON.stringify(rows).matchAll(/"Task Count":(\d+)/g)]
      return { tasks: counts.reduce((sum, [, count]) => sum + Number(count), 0) }
    } catch (error) {
      return { refused: (error as Error).message }
    } finally {
      await sql`deallocate all`.execute(session)
    }
  })
}

const artistsMax = 5

/** Exports artists, imports them into another distributed database, and exports them again; `verify` of both. */
export async function copyArtists(t: Test, environment: TestEnvironment): Promise<void> {
  const copyUrl = await createOnCluster(environment)
  const run = async (url: string, ...args: string[]) => {
    const { code, document, stderr } = await runCli(args, { DATABASE_URL: url })
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${stderr.slice(-1_000)}`)
    return document
  }
  const artists = await environment.db.selectFrom('artists').select('id').orderBy('id').limit(artistsMax).execute()
  let lines = 0
  for (const { id } of artists) {
    const [file, again] = [join(environment.folder, `${id}.jsonl`), join(environment.folder, `${id}-again.jsonl`)]
    lines += (await run(environment.url, 'export', '--artist', id, '--out', file)).lines
    await run(copyUrl, 'import', file)
    await run(copyUrl, 'export', '--artist', id, '--out', again)
    t.ok(readFileSync(file).equals(readFileSync(again)), id)
  }
  await run(environment.url, 'verify')
  await run(copyUrl, 'verify')
  t.ok(lines > 0)
  environment.report('cluster', `${artists.length} artists copied, ${lines} lines`)
}

const migrations = fileURLToPath(new URL('../../../migrations', import.meta.url))

/** Of each kind of change that a migration may make to tables that are distributed by then. */
const later = `
create domain mood as text check (char_length(value) < 10);
create function mood_is_valid(mood text) returns boolean language plpgsql immutable as $$ begin return mood <> 'x;y'; end $$;
create table moods (artist_id uuid not null references artists (id), id uuid not null, mood mood,
  seen_by uuid references users (id), primary key (artist_id, id));
alter table artists add column mood mood;
create index artists_mood on artists (mood);
-- Citus adds no column together with a constraint.
alter table artists add constraint artists_mood_valid check (mood_is_valid(mood));
update artists set mood = 'calm';
insert into moods (artist_id, id, mood) select id, id, mood from artists`

/** A migration after the distribution, and the distribution repeated: the new table lies beside the others. */
export async function migrateLater(t: Test, environment: TestEnvironment): Promise<void> {
  const folder = join(environment.folder, 'later')
  mkdirSync(folder)
  cpSync(migrations, folder, { recursive: true })
  writeFileSync(join(folder, '9000_moods.sql'), later)
  const artistId = await environment.createArtist()
  const { href: url } = Object.assign(new URL(environment.url), { username: clusterOwner })
  const { applied } = await migrate({ url, environment: 'development', folder })
  const cluster = await findCluster(environment.db)
  await distribute(environment.db, cluster, await buildDistribution(environment.db, new Set(cluster?.tables)))
  const placed = await listPlacements(environment.db)
  const getShards = (table: string) => placed.find((one) => one.table === table)?.shards
  const { rows } = await sql<{ mood: string | null; leftBytes: number }>`
    select moods.mood, pg_relation_size('moods')::int as "leftBytes" from artists
      left join moods on moods.artist_id = artists.id and moods.id = artists.id
    where artists.id = ${artistId}`.execute(environment.db)
  t.equal(applied.length, 1)
  t.equal(getShards('moods'), getShards('artists'), 'its table lies beside the others')
  t.same(rows, [{ mood: 'calm', leftBytes: 0 }], 'with its row, and nothing is left on the coordinator')
}

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
  await assertNothingLost(t, load, environment.db)
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
