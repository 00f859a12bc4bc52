import { sql } from 'kysely'
import t from 'tap'
import { placesOf } from '../../scripts/cli/distribution.ts'
import { freshDatabase } from '../support/database.ts'
import { findShards, readColumns } from '../system/cluster/explained.ts'
import { looseKeysIn } from '../system/cluster/keys.ts'

const { database } = await freshDatabase(t)
const { db } = database
const places = await placesOf(db)
const columns = await readColumns(db)

const oneShard = { isOneShard: true, loose: [] }
const tied = { isOneShard: false, loose: [] }

const entries = 'interview_entries'
const statements: Record<string, [string, object]> = {
  'the artist is given': [`select from ${entries} where artist_id = $1 and id = $2`, oneShard],
  'the parameter is given to both': [
    `select from ${entries} e join response_versions v on v.artist_id = e.artist_id and v.entry_id = e.id where e.artist_id = $1`,
    oneShard,
  ],
  'a column equals one with the parameter': [
    `select from artists a left join ${entries} e on e.artist_id = a.id and a.name <> '' where a.id = $1`,
    oneShard,
  ],
  'the artist comes out of a subquery that may be empty': [
    `with reader as materialized (select case when name = $2 then id end as artist_id from artists where id = $1)
     select from reader left join ${entries} e on e.artist_id = reader.artist_id`,
    tied,
  ],
  'the parameter is given to the written table': [
    `update ${entries} set state = 'skipped' where artist_id = $1 and id = $2`,
    oneShard,
  ],
  'no artist is named': [`select from ${entries} where id = $1`, { loose: ['interview_entries as interview_entries'] }],
  'equal names are not equal artists': [
    `select from ${entries} e join corrections k on k.id = e.id where e.artist_id = $1`,
    { loose: ['corrections as k'] },
  ],
  'equal ids are not equal artists': [
    `select from ${entries} e join response_versions v on v.entry_id = e.id where e.artist_id = $1`,
    { loose: ['response_versions as v'] },
  ],
  'one of several artists': [`select from ${entries} where artist_id = any ($1)`, { loose: [/interview_entries/] }],
  'a write without an artist': [`delete from ${entries} where id = $1`, { loose: [/interview_entries/] }],
  'a row of an artist given': [`insert into claims (artist_id, user_id, state) values ($1, $2, 'approved')`, oneShard],
  'a row of the artist of another row': [
    `insert into claims (artist_id, user_id, state)
     select (select artist_id from claims where user_id = $1 limit 1), $2, 'approved'`,
    { loose: [/claims/, /insert into claims/] },
  ],
  'users beside the artist': [
    `select from users u join claims c on c.user_id = u.id where u.subject = $1 and c.artist_id = $2`,
    oneShard,
  ],
  'the coordinator’s own beside the artist': [
    `select from provider_rate_limits p, artists a where a.id = $1 and p.name = $2`,
    { loose: [/provider_rate_limits beside 1/] },
  ],
}

for (const [name, [statement, expected]] of Object.entries(statements)) {
  t.test(`of shards: ${name}`, async (t) => {
    t.match(await findShards(db, statement, places, columns), expected)
  })
}

t.test('a key, a unique index and a reference without the artist are named', async (t) => {
  t.same(await looseKeysIn(db, places), [])
  await sql`create table moods (artist_id uuid references artists (id), id uuid primary key, mood text unique)`.execute(
    db,
  )
  await sql`create table swings (artist_id uuid, id uuid, mood_id uuid references moods (id), primary key (artist_id, id))`.execute(
    db,
  )
  t.same((await looseKeysIn(db, await placesOf(db))).toSorted(), [
    'moods_mood_key of moods is unique without artist_id',
    'moods_pkey of moods is unique without artist_id',
    'swings_mood_id_fkey leads from swings to moods without the artist',
  ])
})
