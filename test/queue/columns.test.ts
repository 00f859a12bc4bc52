import { sql } from 'kysely'
import t from 'tap'
import { newQueueWorld } from './queue-world.ts'

const w = await newQueueWorld(t)

/** What no job may hold, whoever writes it: a statement of ours, a migration, an operator by hand. */
const refused = {
  'another kind': `kind = 'lunch'`,
  'another state': `state = 'asleep'`,
  'a purpose of 201 characters': `purpose = repeat('p', 201)`,
  'fewer attempts than none': 'attempts = -1',
  'no request': 'requests = 0',
  'a step before the first': 'cursor = -1',
  'a payload that is a list': `payload = '[]'`,
  'a checkpoint that is a number': `checkpoint = '1'`,
  'a result that is a text': `result = '"done"'`,
  'a category without a name': `error_category = ''`,
  'a category of 101 characters': `error_category = repeat('c', 101)`,
  'more requests begun than there were': 'requests_begun = 2',
  'fewer steps than were taken': 'cursor = 2, total = 1',
  'a turn before it is due': `turn_at = next_run_at - interval '1 second'`,
  'a token without a lease': 'lease_token = gen_random_uuid()',
  'a wait that nobody waits': `waiting_since = now()`,
  'an end without its time': `state = 'done'`,
  'a lease on what has ended': `state = 'done', finished_at = now(), lease_token = gen_random_uuid(), leased_until = now()`,
}

t.test('a job holds nothing that it may not', async (t) => {
  const [id] = await w.addJobs(await w.artist())
  for (const [title, set] of Object.entries(refused)) {
    const update = sql`update artist_research_jobs set ${sql.raw(set)} where id = ${id}`.execute(w.db)
    await t.rejects(update, { code: '23514' }, title)
  }
  const within =
    sql`update artist_research_jobs set purpose = repeat('p', 200), error_category = repeat('c', 100), requests = 1,
    result = '{}', cursor = 0, attempts = 0 where id = ${id}`.execute(w.db)
  await t.resolves(within, 'the bounds themselves')
})
