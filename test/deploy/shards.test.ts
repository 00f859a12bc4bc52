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

t.test('several tasks: a row of the artist of another row, and the coordinator’s own beside the artist', async (t) => {
  const columns = await readColumns(db)
  const ofAnother = 'select (select artist_id from claims where user_id = $1 limit 1), $2, $3'
  const insert = await findScattered(db, `insert into claims (artist_id, user_id, state) ${ofAnother}`, places, columns)
  t.match(insert, [/claims/, /insert into claims/])
  const beside = 'select from provider_rate_limits p, artists a where a.id = $1 and p.name = $2'
  t.match(await findScattered(db, beside, places, columns), [/provider_rate_limits beside 1/])
})

const jobs = 'artist_research_jobs'
const [update, insert] = [`update ${jobs} set`, 'insert into claims (artist_id, user_id, state)']
/** How the reason begins, and a statement. */
const refused = `
sets a column by a volatile function: ${update} queued_at = clock_timestamp() where artist_id = $1
sets a column by a stable function of another: ${update} result = to_json(finished_at)::jsonb where artist_id = $1
finds its rows by a volatile function: delete from ${jobs} where artist_id = $1 and leased_until > clock_timestamp()
has a CASE or COALESCE: ${update} run_began_at = coalesce(run_began_at, now()) where artist_id = $1
has a CASE or COALESCE: ${update} attempts = 0 where case when $2 then finished_at <= current_timestamp end
returns what: ${update} attempts = 0 where artist_id = $1 returning now()
updates on a conflict by: ${insert} values ($1, $2, $3) on conflict (artist_id, user_id) do update set decided_at = now()
sets the artist of a row on a conflict: ${insert} values ($1, $2, $3) on conflict (artist_id) do update set artist_id = $1
has a subquery in its VALUES: ${insert} values ($1, (select id from users limit 1), 'approved')
changes rows in a WITH: with made as (${insert} values ($1, $2, 'approved') returning user_id) select from made`

t.test('what a cluster refuses is refused, for one reason each', async (t) => {
  const volatilities = await readVolatilities(db)
  for (const row of refused.trim().split('\n')) {
    const [reason = '', statement = ''] = row.split(/: (.*)/)
    const found = findRefusals(statement, volatilities)
    t.ok(found.length === 1 && found[0]?.startsWith(reason), `${row} → ${found}`)
  }
})

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
