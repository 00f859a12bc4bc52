import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import t, { type Test } from 'tap'
import { migrate } from '#src/database/migrations/migrate.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { choosePlacement } from '../../scripts/cli/distribution.ts'
import { runCli } from '../cli/run.ts'
import { freshDatabase } from '../support/database.ts'

/**
 * A database with the functions of Citus. They record their calls, and refuse what Citus refuses: a table with a
 * reference to one that is not distributed yet.
 */
async function standIn(t: Test) {
  const { url, db } = await freshDatabase(t)
  await sql`create schema citus_stand_in`.execute(db)
  await sql`create table citus_stand_in.pg_dist_partition (logicalrelid regclass primary key, how text not null)`.execute(
    db,
  )
  await sql`create table citus_stand_in.pg_dist_node (groupid int, isactive boolean, shouldhaveshards boolean);
    insert into citus_stand_in.pg_dist_node values (0, true, false), (1, true, true), (2, true, true);
    create table citus_stand_in.pg_dist_shard (logicalrelid regclass, shardid int);
    create table citus_stand_in.pg_dist_placement (shardid int, groupid int)`.execute(db)
  const keep = (how: string) => sql`
    declare missing text;
    begin
      if current_setting('citus.enable_local_reference_table_foreign_keys', true) is distinct from 'off' then
        raise exception '% would refer to a local table of the cluster', $1;
      end if;
      select confrelid::regclass::text into missing from pg_constraint
      where contype = 'f' and conrelid = $1 and confrelid <> $1
        and confrelid not in (select logicalrelid from citus_stand_in.pg_dist_partition) limit 1;
      if missing is not null then raise exception '% refers to %, which is not distributed', $1, missing; end if;
      insert into citus_stand_in.pg_dist_partition values ($1, ${sql.raw(how)});
      insert into citus_stand_in.pg_dist_shard values ($1, $1::oid::int);
      insert into citus_stand_in.pg_dist_placement values ($1::oid::int, 1), ($1::oid::int, 2);
    end`
  await sql`create function citus_stand_in.create_distributed_table(regclass, text, colocate_with text default 'default')
    returns void language plpgsql as $body$ ${keep(`'by ' || $2 || ' beside ' || $3`)} $body$`.execute(db)
  await sql`create function citus_stand_in.create_reference_table(regclass)
    returns void language plpgsql as $body$ ${keep(`'everywhere'`)} $body$`.execute(db)
  // The stand-in copies no row to another node, so what is left here is what Citus would hide.
  await sql`create function citus_stand_in.truncate_local_data_after_distributing_table(regclass)
    returns void language plpgsql as $body$ begin execute format('truncate %s cascade', $1); end $body$`.execute(db)
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  await sql`alter database ${sql.ref(rows[0]?.name ?? '')} set search_path = public, citus_stand_in`.execute(db)
  const placed = async () => {
    const { rows } = await sql<{ table: string; how: string }>`
      select logicalrelid::regclass::text as table, how from citus_stand_in.pg_dist_partition`.execute(db)
    return new Map(rows.map(({ table, how }) => [table, how]))
  }
  const references = async () => {
    const { rows } = await sql<{ words: string }>`
      select conrelid::regclass || ': ' || pg_get_constraintdef(oid) as words from pg_constraint where contype = 'f'
      order by 1`.execute(db)
    return rows.map(({ words }) => words)
  }
  const distribute = (...args: string[]) => runCli(['db', 'distribute', ...args], { DATABASE_URL: url })
  return { db, url, placed, references, distribute }
}

t.test('by default the plan is printed, and nothing is changed', async (t) => {
  const { placed, distribute } = await standIn(t)
  const { code, document } = await distribute()
  t.equal(code, 0)
  t.match(document, { status: 'ok', executed: false, placed: { length: 0 } })
  t.ok(document.statements.includes(`select create_distributed_table('artists', 'id')`))
  t.equal((await placed()).size, 0)
})

const everywhere = ['users', 'question_quota_slots', 'job_pauses']

t.test('tables are distributed by artist; users, slots and pauses are everywhere, the rest is local', async (t) => {
  const { db, placed, references, distribute } = await standIn(t)
  const before = await references()
  const { code, document, stderr } = await distribute('--execute')
  t.equal(code, 0, stderr)
  t.match(document, { status: 'ok', executed: true, workers: 2 })
  t.match(document.placed[0], { table: 'artist_profiles', shards: 1, nodes: 2 }, 'says what it placed')
  const found = await placed()
  const { rows } = await sql<{ name: string; is_of_artist: boolean }>`
    select table_name::text as name, bool_or(column_name = 'artist_id') as is_of_artist
    from information_schema.columns where table_schema = 'public' group by 1`.execute(db)
  for (const { name, is_of_artist: isOfArtist } of rows) {
    const beside = isOfArtist ? 'by artist_id beside artists' : { artists: 'by id beside default' }[name]
    t.equal(found.get(name), everywhere.includes(name) ? 'everywhere' : beside, name)
  }
  t.ok(found.size > 20)
  t.same(await references(), before, 'every reference is there as it was, circles too')
  t.same(
    await distribute('--execute').then(({ document }) => document.statements),
    [],
    'a second time there is nothing to do',
  )
})

/** Citus sends a grant to all shards of a table at once, which a transaction that used one of them before refuses. */
async function refuseParallelGrants(db: Kysely<DB>) {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  await sql`alter database ${sql.ref(rows[0]?.name ?? '')} set citus.multi_shard_modify_mode = 'parallel'`.execute(db)
  await sql`create function citus_stand_in.refuse_parallel() returns event_trigger language plpgsql as $body$
    begin
      if current_setting('citus.multi_shard_modify_mode') <> 'sequential' then
        raise exception 'cannot execute parallel DDL';
      end if;
    end $body$`.execute(db)
  await sql`create event trigger refuse_parallel on ddl_command_start when tag in ('GRANT', 'REVOKE')
    execute function citus_stand_in.refuse_parallel()`.execute(db)
}

t.test('a database that staging migrated and granted is distributed, and granted again after it', async (t) => {
  const { db, url, placed, distribute } = await standIn(t)
  const role = `service_${randomBytes(6).toString('hex')}`
  await sql`create role ${sql.id(role)} login`.execute(db)
  t.teardown(async () => {
    await sql`drop owned by ${sql.id(role)}`.execute(db)
    await sql`drop role ${sql.id(role)}`.execute(db)
  })
  await refuseParallelGrants(db)
  await migrate({ url, environment: 'staging', grantTo: role })
  const { code, stderr } = await distribute('--execute')
  t.equal(code, 0, stderr)
  t.ok((await placed()).has('artists'))
  await migrate({ url, environment: 'staging', grantTo: role })
})

t.test('a table of a later migration is added', async (t) => {
  const { db, placed, distribute } = await standIn(t)
  await distribute('--execute')
  await sql`create table later (artist_id uuid references artists (id), id uuid, primary key (artist_id, id))`.execute(
    db,
  )
  const { document } = await distribute('--execute')
  t.same(document.statements, [
    `select create_distributed_table('later', 'artist_id', colocate_with => 'artists')`,
    `select truncate_local_data_after_distributing_table('later')`,
  ])
  t.equal((await placed()).get('later'), 'by artist_id beside artists')
})

t.test('the distribution commits as a whole', async (t) => {
  const { db, placed, references, distribute } = await standIn(t)
  const before = await references()
  await sql`alter function citus_stand_in.create_reference_table rename to away`.execute(db)
  await sql`create function citus_stand_in.create_reference_table(regclass) returns void language plpgsql
    as $body$ begin raise exception 'no node answers'; end $body$`.execute(db)
  const { code, document } = await distribute('--execute')
  t.equal(code, 1)
  t.match(document, { status: 'error' })
  t.equal((await placed()).size, 0)
  t.same(await references(), before)
})

t.test('a coordinator that has no workers yet distributes nothing, and says what it lacks', async (t) => {
  const { db, placed, distribute } = await standIn(t)
  await sql`delete from citus_stand_in.pg_dist_node`.execute(db)
  const { code, document } = await distribute('--execute')
  t.equal(code, 1)
  t.match(document, { status: 'error', code: 'not_configured', error: /citus_set_coordinator_host.*citus_add_node/ })
  t.equal((await placed()).size, 0)
})

t.test('without Citus the plan is printed, and its execution refused', async (t) => {
  const { url } = await freshDatabase(t)
  const planned = await runCli(['db', 'distribute'], { DATABASE_URL: url })
  t.match(planned.document, { status: 'ok', executed: false })
  const refused = await runCli(['db', 'distribute', '--execute'], { DATABASE_URL: url })
  t.equal(refused.code, 1)
  t.match(refused.document, { status: 'error', code: 'not_configured', error: /Citus is not installed/ })
})

t.test('a table without an artist that is not listed is an error', async (t) => {
  t.throws(() => choosePlacement('moods', false), /The place of moods on a cluster is not decided/)
  t.match(choosePlacement('moods', true), { kind: 'by artist', column: 'artist_id' })
})
