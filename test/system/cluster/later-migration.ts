import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type { Test } from 'tap'
import { migrate } from '#src/database/migrations/migrate.ts'
import { findCluster, listPlacements } from '../../../scripts/cli/cluster.ts'
import { buildDistribution, distribute } from '../../../scripts/cli/distribute.ts'
import { clusterOwner } from '../../support/citus.ts'
import type { TestEnvironment } from '../environment.ts'

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
