import { type Kysely, sql } from 'kysely'
import t, { type Test } from 'tap'
import { loadConfig } from '#src/config.ts'
import { connect } from '#src/database/connect.ts'
import { prepareQuery } from '#src/database/prepared-query.ts'
import { queryPipelined } from '#src/database/query.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { startEmbeddedPostgres } from '#src/runtime/embedded-postgres/start.ts'
import { pollUntil } from '../support/until.ts'

const artistId = '00000000-0000-4000-8000-000000000001'

/** What Citus has on a worker: a shard of `artists`, and the table that stands for all shards. */
const cluster = `
  create table artists (id uuid, place text);
  insert into artists values ('${artistId}', 'cluster');
  create table artists_7 (id uuid, place text);
  insert into artists_7 values ('${artistId}', 'shard');
  create table pg_dist_shard (logicalrelid regclass, shardid bigint, shardminvalue text);
  create table pg_dist_placement (shardid bigint, groupid int);
  create table pg_dist_local_group (groupid int);
  insert into pg_dist_shard values ('artists', 7, '0');
  insert into pg_dist_placement values (7, 1);
  insert into pg_dist_local_group values (1);
  create function get_shard_id_for_distribution_column(text, uuid) returns bigint return 7;
  create function shard_name(regclass, bigint) returns text return $1::text || '_' || $2::text`

const findPlace = prepareQuery((db, params: { artistId: string }) =>
  sql<{ artists: string; name: string }>`
    select "artists"."place" as "artists", 'of artists' as name from artists where id = ${params.artistId}`.compile(db),
)

async function openCluster(t: Test) {
  const server = await startEmbeddedPostgres({ folder: t.testdir(), settings: { fsync: 'off' } })
  t.teardown(() => server.stop())
  const { pool, timeouts } = loadConfig({ DATABASE_POOL_MAX: '4' })
  const nodes = [`localhost:${new URL(server.url).port}`]
  const { db, close } = connect({ url: server.url, timeouts, sharded: true, nodes, pool, applicationName: 'reads' })
  t.teardown(close)
  await sql.raw(cluster).execute(db)
  const read = async (id = artistId) =>
    (await queryPipelined(db, findPlace({ artistId: id }))).map((row) => row.artists)
  t.same(await read(), ['cluster'], 'before the shards are listed')
  await pollUntil(async () => (await read())[0] === 'shard')
  return { db, read }
}

const run = (db: Kysely<DB>, text: string) => sql.raw(text).execute(db)

t.test('an artist is read in the tables of the shard, while the shard is on its worker', async (t) => {
  const { db, read } = await openCluster(t)
  t.same(await queryPipelined(db, findPlace({ artistId })), [{ artists: 'shard', name: 'of artists' }])
  t.same(await read('00000000-0000-4000-8000-000000000002'), [], 'an artist without rows')
  await run(db, 'update pg_dist_placement set groupid = 2')
  t.same(await read(), ['cluster'], 'the shard was moved, and its old table is still there')
  await run(db, 'update pg_dist_placement set groupid = 1')
  t.same(await read(), ['shard'])
  await run(db, 'drop table artists_7')
  t.same(await read(), ['cluster'], 'the old table was dropped')
})

t.test('a worker whose connection fails is not used until the shards are listed again', async (t) => {
  const { db, read } = await openCluster(t)
  await run(db, 'alter table artists_7 rename to kept')
  await run(db, 'create view artists_7 as select id, pg_terminate_backend(pg_backend_pid())::text as place from kept')
  t.same(await read(), ['cluster'])
  await run(db, 'drop view artists_7')
  await run(db, 'alter table kept rename to artists_7')
  t.same(await read(), ['cluster'])
})

t.test('an error of the statement itself is reported', async (t) => {
  const { db, read } = await openCluster(t)
  await run(db, 'alter table artists_7 rename to kept')
  await run(db, 'create view artists_7 as select id, (1 / length(place))::text as place from kept')
  await run(db, `update kept set place = ''`)
  await t.rejects(read(), { code: '22012' })
})

t.test('workers are those of a cluster', async (t) => {
  const url = { DATABASE_URL: 'postgresql://postgres@localhost/sittings' }
  const sharded = { ...url, DATABASE_SHARDED: 'true' }
  t.same(loadConfig(url).nodes, [])
  t.same(loadConfig({ ...sharded, DATABASE_NODES: 'b:5432, [::1]:5433' }).nodes, ['b:5432', '[::1]:5433'])
  t.throws(() => loadConfig({ ...sharded, DATABASE_NODES: 'b' }), /DATABASE_NODES must be host:port/)
  t.throws(() => loadConfig({ ...url, DATABASE_NODES: 'b:5432' }), /DATABASE_NODES needs DATABASE_SHARDED=true/)
})
