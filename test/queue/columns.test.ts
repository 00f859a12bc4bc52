import { sql } from 'kysely'
import t from 'tap'
import { createQueueContext } from './queue-context.ts'

const w = await createQueueContext(t)

/** States that no job may have, also after a migration or a change by hand. */
const refused = {
  'a queue position before it is due': `queued_at = next_run_at - interval '1 second'`,
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
  'more requests handled than there were': 'requests_handled = 2',
  'fewer steps than were taken': 'cursor = 2, total = 1',
  'a token without a lease': 'lease_token = gen_random_uuid()',
  'a start of a wait without a wait': `waiting_since = now()`,
  'a wait without its start': `state = 'waiting'`,
  'an end without its time': `state = 'done'`,
  'a lease on what has ended': `state = 'done', finished_at = now(), lease_token = gen_random_uuid(), leased_until = now()`,
}

t.test('the table refuses every invalid job', async (t) => {
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
