import { sql } from 'kysely'
import t from 'tap'
import { listTablePlacements } from '../../scripts/cli/distribution.ts'
import { freshDatabase } from '../support/database.ts'
import {
  findLooseKeys,
  findRefusals,
  findScattered,
  readColumns,
  readVolatilities,
} from '../system/cluster/shard-rules.ts'

const { db } = await freshDatabase(t)
const places = await listTablePlacements(db)
const columns = await readColumns(db)

const volatilities = await readVolatilities(db)

const scattered: Record<string, [string, (string | RegExp)[]]> = {
  'a row of the artist of another row': [
    `insert into claims (artist_id, user_id, state)
     select (select artist_id from claims where user_id = $1 limit 1), $2, 'approved'`,
    [/claims/, /insert into claims/],
  ],
  'the coordinator’s own beside the artist': [
    `select from provider_rate_limits p, artists a where a.id = $1 and p.name = $2`,
    [/provider_rate_limits beside 1/],
  ],
}

for (const [name, [statement, expected]] of Object.entries(scattered)) {
  t.test(`several tasks: ${name}`, async (t) => {
    t.match(await findScattered(db, statement, places, columns), expected)
  })
}

const jobs = 'artist_research_jobs'
const refused: Record<string, [string, RegExp]> = {
  'a column set by a volatile function': [
    `update ${jobs} set queued_at = clock_timestamp() where artist_id = $1`,
    /^sets a column by a volatile function$/,
  ],
  'a column set by a stable function of another': [
    `update ${jobs} set result = to_json(finished_at)::jsonb where artist_id = $1`,
    /^sets a column by a stable function of another$/,
  ],
  'rows found by a volatile function': [
    `delete from ${jobs} where artist_id = $1 and leased_until > clock_timestamp()`,
    /^finds its rows by a volatile function$/,
  ],
  'a clock in a COALESCE': [
    `update ${jobs} set run_began_at = coalesce(run_began_at, now()) where artist_id = $1`,
    /CASE or COALESCE/,
  ],
  'a clock in a CASE of the condition': [
    `update ${jobs} set attempts = 0 where artist_id = $1 and case when $2 then finished_at <= current_timestamp end`,
    /CASE or COALESCE/,
  ],
  'a clock returned': [`update ${jobs} set attempts = 0 where artist_id = $1 returning now()`, /^returns/],
  'a clock in ON CONFLICT': [
    `insert into claims (artist_id, user_id, state) values ($1, $2, $3)
     on conflict (artist_id, user_id) do update set decided_at = now()`,
    /on a conflict/,
  ],
  'the artist of a row set on a conflict': [
    `insert into onboarding (artist_id, started_at) values ($1, $2) on conflict (artist_id) do update set artist_id = $1`,
    /^sets the artist of a row on a conflict$/,
  ],
  'a subquery in VALUES': [
    `insert into claims (artist_id, user_id, state) values ($1, (select id from users limit 1), 'approved')`,
    /subquery in its VALUES/,
  ],
  'rows changed in a WITH': [
    `with made as (insert into claims (artist_id, user_id, state) values ($1, $2, 'approved') returning user_id) select from made`,
    /^changes rows in a WITH$/,
  ],
}

for (const [name, [statement, reason]] of Object.entries(refused)) {
  t.test(`refused by a cluster: ${name}`, async (t) => {
    t.match(findRefusals(statement, volatilities), [reason])
  })
}

t.test('a key, a unique index and a reference without the artist are named', async (t) => {
  t.same(await findLooseKeys(db, places), [])
  await sql`create table moods (artist_id uuid references artists (id), id uuid primary key, mood text unique)`.execute(
    db,
  )
  await sql`create table swings (artist_id uuid, id uuid, mood_id uuid references moods (id), primary key (artist_id, id))`.execute(
    db,
  )
  t.same((await findLooseKeys(db, await listTablePlacements(db))).toSorted(), [
    'moods_mood_key of moods is unique without artist_id',
    'moods_pkey of moods is unique without artist_id',
    'swings_mood_id_fkey leads from swings to moods without the artist',
  ])
})
